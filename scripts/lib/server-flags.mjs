/**
 * Node's flags for the server, wherever it runs: `npm start` and the benchmarks. Orders live for a batch or two; with
 * V8's default young generation most of them survive until the next collection and are copied, which was a tenth of
 * the processor under full load.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=64'];
