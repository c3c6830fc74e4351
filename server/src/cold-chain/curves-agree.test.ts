import { after, before, test } from 'node:test'
import { tryCurves } from '../testing/presence/curve-trial.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

const seed = Number(process.env['CURVES_SEED'] || Date.now() % 1_000_000)

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
})
after(() => app.stop())

test(`random lives of refrigerators are known, held and unknown as a naive reading has them: in history, plan, cold chain and report (seed ${seed})`, async () => {
  await tryCurves({ app, seed, lives: 20, printed: 3 })
})
