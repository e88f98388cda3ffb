// Runs SQL in DuckDB, one query an argument, and prints each row as JSON.
import { DuckDBInstance } from "@duckdb/node-api";

const database = await DuckDBInstance.create(":memory:");
const connection = await database.connect();
for (const query of process.argv.slice(2)) {
  const answer = await connection.runAndReadAll(query);
  for (const row of answer.getRowObjectsJson()) console.log(JSON.stringify(row));
}
