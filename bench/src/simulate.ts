import { openLaboratory } from './simulation/laboratory.ts';
import { Finding } from './simulation/judge/finding.ts';
import { World } from './simulation/world.ts';

const hours = Number(process.argv[2] ?? 1);
const laboratory = await openLaboratory();
try {
  let at = performance.now();
  const world = await World.open(laboratory, {
    seed: Number(process.argv[3] ?? 1),
    day: Number(process.argv[4] ?? 0),
  });
  console.log('opened', Math.round(performance.now() - at));
  try {
    for (let h = 0; h < hours; h++) {
      at = performance.now();
      const report = await world.hour(h);
      console.log(JSON.stringify(report), Math.round(performance.now() - at));
    }
    at = performance.now();
    await world.verifyTables();
    console.log('verify', Math.round(performance.now() - at));
    console.log(world.judge.history, process.cpuUsage());
  } catch (error) {
    console.log(world.recent.slice(-8).join('\n'));
    if (error instanceof Finding)
      console.log(error.message, '\nIS    ', error.is, '\nSHOULD', error.should, error.stack, error.cause);
    else console.log(error);
    process.exitCode = 1;
  } finally {
    console.log(
      [...world.counts]
        .toSorted()
        .map(([k, v]) => `${k} ${v}`)
        .join('\n'),
    );
    await world.close();
  }
} finally {
  await laboratory.close();
}
