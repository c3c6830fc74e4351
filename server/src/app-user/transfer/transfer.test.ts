import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, type JobDetail } from '@brigade/contract/job/job.model.ts'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { testPassword } from '../../testing/make-account.ts'
import { makePerson } from '../../testing/person/make-person.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let admin: { token: string }
before(async () => {
  app = await startTestApp({ roles: ['api', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const ended = (id: string): Promise<JobDetail> =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, admin)).envelope.data
    return job.finishedAt === null ? undefined : job
  })

async function check(rows: readonly string[], token = admin.token) {
  const form = new FormData()
  form.append('file', new Blob([rows.join('\n')]), 'people.csv')
  const url = app.url + appUserApi.checkImport.path
  const response = await fetch(url, { method: 'POST', headers: { authorization: token }, body: form })
  return { status: response.status, answer: z.object({ data: z.unknown() }).parse(await response.json()).data }
}
async function imported(rows: readonly string[]): Promise<JobDetail> {
  const { jobId } = JobStarted.parse((await check(rows)).answer)
  await ended(jobId)
  return ended((await app.ask(appUserApi.import, { checkedJobId: jobId }, admin)).envelope.data.jobId)
}
const fileOf = async (id: string): Promise<Response> =>
  fetch(addressOf(app.url, jobApi.file, { id }), { headers: { authorization: admin.token } })

test('a person who is imported twice exists once, by either address; the missing address is filled in', async () => {
  const file = ['Nickname,Phone,E-mail', 'Ingeborg,13711110001,', 'Ottilie,,Ottilie@old.example']
  const first = await imported(file)
  assert.deepEqual([first.counts, first.failed], [{ added: 2, updated: 0 }, 0])
  const again = await imported([...file.slice(0, 2), 'Somebody else,13711110001,ingeborg@old.example', file[2] ?? ''])
  assert.deepEqual([again.counts, again.failed], [{ added: 0, updated: 2 }, 1])
  await imported(['Nickname,Phone,E-mail', 'Renamed,13711110001,ingeborg@old.example'])
  const people = await app.db
    .selectFrom('appUser')
    .where('phone', '=', '13711110001')
    .select(['nickname', 'email'])
    .execute()
  assert.deepEqual(people, [{ nickname: 'Ingeborg', email: 'ingeborg@old.example' }])
})

test('rows without an address, with a wrong one, with a repeated one or of two people are refused, each with its reasons', async () => {
  await imported(['Nickname,Phone,E-mail', 'One,13711110011,', 'Two,,two@old.example'])
  const job = await imported([
    'Nickname,Phone,E-mail',
    'Nothing,,',
    'Wrong,123,not an address',
    'Both,13711110011,two@old.example',
    'Good,13711110012,',
    'Twice,13711110012,',
    ',13711110013,',
  ])
  assert.deepEqual(new Set(job.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)).size, 6)
  assert.deepEqual([job.counts, job.failed], [{ added: 1, updated: 0 }, 5])
})

test('imported people are found by the initials of their names at once, and by a number in full width', async () => {
  await imported(['Nickname,Phone,E-mail', '解晓东,13711110031,'])
  for (const keyword of ['xxd', 'ＸＸＤ', '１３７１１１１００３１']) {
    const { list } = (await app.ask(appUserApi.list, { keyword }, admin)).envelope.data
    assert.deepEqual(
      list.map(({ nickname }) => nickname),
      ['解晓东'],
      keyword,
    )
  }
})

test('an import is the platform’s alone', async () => {
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  const { token } = await make.account(app, { operationCodes: ['app-user:import'], organisationId })
  assert.equal((await check(['Nickname,Phone', 'One,13711110099'], token)).status, 403)
})

test('an export with contact requires its code and the password; the file is handed out once, and is sealed at rest', async () => {
  await makePerson(app, { nickname: 'Exported', address: '13511110021' })
  const draft = { keyword: 'Exported', format: 'csv', password: testPassword } as const
  const { token } = await make.account(app, { operationCodes: ['app-user:view', 'app-user:export'] })
  assert.equal((await app.ask(appUserApi.startContactExport, draft, { token })).status, 403)
  const wrong = await app.ask(appUserApi.startContactExport, { ...draft, password: 'wrong' }, admin)
  assert.notEqual(wrong.status, 200)
  const { jobId } = (await app.ask(appUserApi.startContactExport, draft, admin)).envelope.data
  await ended(jobId)
  assert.match(await (await fileOf(jobId)).text(), /13511110021/)
  assert.equal((await fileOf(jobId)).status, 404)
  const masked = (await app.ask(appUserApi.startExport, { keyword: 'Exported', format: 'csv' }, admin)).envelope.data
  await ended(masked.jobId)
  const text = await (await fileOf(masked.jobId)).text()
  assert.ok(text.includes('135****0021') && !text.includes('13511110021'))
})
