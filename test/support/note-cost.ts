// Preloaded into the process of each file of tests: notes its processor time when it ends. A process that a test starts is counted with it.
import { noteCost, processorSeconds } from './costs.ts'

if (process.env.ALMANAC_TEST_RUNNER === String(process.ppid)) {
  const [, file = ''] = process.argv
  process.on('exit', () => noteCost(file, processorSeconds()))
}
