// A session of WebDriver commands for suites/appium: prints each with its time, then how many were done.
const [base, device, adbPort, app, commands] = process.argv.slice(2);
const LIMIT = 300_000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'; // WebDriver's name of an element's identifier.

async function request(method, path, body) {
  const response = await fetch(base + path, {
    method,
    headers: {'content-type': 'application/json'},
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(LIMIT),
  });
  const {value} = await response.json();
  if (value?.error) throw new Error(`${value.error}: ${String(value.message).slice(0, 300)}`);
  return value;
}

async function untilReady() {
  for (const end = Date.now() + 60_000; ; await new Promise(resolve => setTimeout(resolve, 200))) {
    try {
      return await request('GET', '/status');
    } catch (failure) {
      if (Date.now() > end) throw failure;
    }
  }
}

let asked = 0, done = 0;
async function step(name, action) {
  const start = Date.now();
  asked++;
  try {
    const value = await action();
    done++;
    console.log(`ok   ${name}, ${Date.now() - start} ms: ${JSON.stringify(value ?? null).slice(0, 80)}`);
    return value;
  } catch (failure) {
    console.log(`FAIL ${name}, ${Date.now() - start} ms: ${failure.message}`);
  }
}

await untilReady();
const session = await step('session', () => request('POST', '/session', {
  capabilities: {
    alwaysMatch: {
      platformName: 'Android',
      'appium:automationName': 'UiAutomator2',
      'appium:udid': device,
      'appium:adbPort': Number(adbPort),
      'appium:app': app,
      'appium:allowTestPackages': true,
      'appium:uiautomator2ServerLaunchTimeout': 120_000,
      'appium:uiautomator2ServerInstallTimeout': 120_000,
      'appium:androidInstallTimeout': 180_000,
      'appium:adbExecTimeout': 120_000,
    },
  },
}));
if (session) {
  const at = '/session/' + session.sessionId;
  const phone = {
    step,
    get: path => request('GET', at + path),
    post: (path, body = {}) => request('POST', at + path, body),
    find: async (using, value) => (await request('POST', at + '/element', {using, value}))[ELEMENT],
    all: async (using, value) => (await request('POST', at + '/elements', {using, value})).map(each => each[ELEMENT]),
    mobile: (script, options = {}) => request('POST', at + '/execute/sync', {script: 'mobile: ' + script, args: [options]}),
  };
  await (await import(`./${commands}.mjs`)).default(phone);
  await step('end of the session', () => request('DELETE', at));
}
console.log(`${done} of ${asked} commands`);
process.exit(done === asked ? 0 : 1);
