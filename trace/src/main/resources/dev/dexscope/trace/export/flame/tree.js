// The call trees of all threads as one forest in columns: node 0 is the whole, below it stand the
// threads, below each its calls, in preorder. Times are nanoseconds.
const data = JSON.parse(document.getElementById("data").textContent);
const NO = -1;
const names = data.names, files = data.files;
const plain = names.map(name => name.includes("(") ? name.slice(0, name.indexOf("(")) : name);
const total = 1 + data.threads.reduce((sum, t) => sum + 1 + t.method.length, 0);
const method = new Int32Array(total).fill(NO), parent = new Int32Array(total).fill(NO);
const end = new Int32Array(total), calls = new Float64Array(total), thrown = new Float64Array(total);
const values = [new Float64Array(total), new Float64Array(total), new Float64Array(total)];
const flags = new Uint8Array(total), threadNode = [];
{
  let next = 1;
  for (const t of data.threads) {
    const top = next++, path = [top];
    threadNode.push(top);
    parent[top] = 0;
    values[0][top] = t.wall * data.unit; values[1][top] = t.cpu * data.unit;
    for (let i = 0; i < t.method.length; i++) {
      const n = next++, d = t.depth[i];
      method[n] = t.method[i]; parent[n] = path[d - 1]; path[d] = n;
      calls[n] = t.calls[i]; flags[n] = t.flags[i] & 3; thrown[n] = t.flags[i] >> 2;
      values[0][n] = t.walls[i] * data.unit; values[1][n] = t.cpus[i] * data.unit;
      calls[top] += d === 1 ? calls[n] : 0;
    }
    values[0][0] += values[0][top]; values[1][0] += values[1][top];
  }
  for (let n = total - 1; n >= 0; n--) {
    if (end[n] === 0) end[n] = n + 1;
    if (n > 0 && end[parent[n]] < end[n]) end[parent[n]] = end[n];
    values[2][n] = Math.max(0, values[0][n] - values[1][n]);
  }
}
const METRICS = [["wall", "Wall"], ["cpu", "CPU"], ["off", "Off-CPU"]];
const available = data.clock === "dual" ? [0, 1, 2] : data.clock === "wall" ? [0] : [1];

/*INCLUDE page.js*/

// The app's own code is warm, libraries are violet, the platform is blue and green.
function hueOf(m) { return data.hues[m]; }
// Waiting is no work: CPU time is shown first where it is known.
const usualMetric = data.clock === "dual" ? 1 : available[0];
