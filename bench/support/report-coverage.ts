import { createServer } from "node:http";
import { Session } from "node:inspector/promises";

/**
 * Loaded into a server with `--import`. Every request to COVERAGE_PORT is answered with the files in which a function
 * ran since the previous request.
 */
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const reporter = createServer(async (_request, response) => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  response.end(JSON.stringify(ran.map(({ url }) => url)));
});
reporter.listen(Number(process.env.COVERAGE_PORT), "127.0.0.1");
reporter.unref();
