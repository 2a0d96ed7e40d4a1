// Runs all tests, or the files after it: `npm run unit`.
import { runTests } from './run.ts'

const files = process.argv.slice(2)
await runTests(files.length > 0 ? files : ['{src,demo,test}/**/*.test.ts'])
