import { join } from 'node:path'
import { runProgram } from '../tests/run-program.ts'

/** English sorts by letters, Chinese by sounds; both read a digit of any script as `\d`. */
const icuLocales = ['en-US', 'zh'] as const

/** All server tests on a PostgreSQL of one's own that sorts and compares by ICU, in each locale; answers whether all passed. */
export async function testUnderIcu(): Promise<boolean> {
  let isSound = true
  for (const locale of icuLocales) {
    const status = await runProgram(join(import.meta.dirname, '../..'), [
      'tools/run-tests.ts',
      '--icu',
      locale,
      'server/src',
    ])
    if (status !== 0) isSound = false
  }
  return isSound
}
