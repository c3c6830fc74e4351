import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { LogRow } from '@brigade/contract/system/log/log.model.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { createLog } from '../../../platform/log.ts'
import { tamperings } from '../../../testing/log/tamperings.ts'
import { make } from '../../../testing/make.ts'
import type { MadeAccount } from '../../../testing/make-account.ts'
import { addressOf, startTestApp, testSecretKey, type TestApp } from '../../../testing/start-app.ts'
import { until } from '../../../testing/until.ts'
import { writeCheckpoint } from './checkpoints.ts'
import { sealFresh } from './seal-log.ts'

/** Runs `npm run verify-log` as a process that ends with a code. */

/** One entry of an exported file, as far as these tests read it. */
const Entry = z.object({
  kind: z.enum(['head', 'line', 'leaves', 'end']),
  format: z.number().optional(),
  lines: z.number().optional(),
  publicKey: z.string().optional(),
  start: z.object({ n: z.string() }).optional(),
  n: z.string().optional(),
  leaf: z.string().optional(),
  leaves: z.array(z.string()).optional(),
  line: LogRow.optional(),
  proof: z.object({ changes: z.array(z.string()).nullable(), salt: z.string().nullable() }).nullish(),
  checkpoint: z.object({ n: z.string(), signature: z.string() }).nullish(),
})

const program = path.join(import.meta.dirname, '../../../verify-log.ts')
let app: TestApp
let admin: MadeAccount
let folder: string
let checkpoints: string
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'brigade-verify-'))
  checkpoints = path.join(folder, 'checkpoints')
  app = await startTestApp({ roles: ['api'], settings: { CHECKPOINT_FILE: checkpoints } })
  admin = await make.account(app, { role: 'administrator' })
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      DATABASE_URL: app.settings.databaseUrl ?? '',
      DATA_DIR: app.settings.dataDir,
      SECRET_KEY: testSecretKey,
      BRIGADE_CONFIG: 'none',
      CHECKPOINT_FILE: checkpoints,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()))
  await once(child, 'close')
  return { code: child.exitCode, printed }
}

const addRole = async (number: number) => {
  const draft = { name: `角色 ${number}`, enName: `Role ${number}`, kinds: ['platform' as const] }
  assert.equal((await app.ask(roleApi.add, draft, { token: admin.token })).status, 200)
}
const seal = () => sealFresh(app.db, app.clock.now())
const own = () => ({ ...app, log: createLog({ level: 'silent' }) })

test('the command ends with 2 unchecked, 3 held in itself, 0 held, 1 broken, and names the first line at fault', async () => {
  await sql`truncate operation_fresh, operation_log, operation_body, operation_change, operation_scope`.execute(app.db)
  assert.deepEqual(await run(), { code: 2, printed: 'Nothing is sealed yet (0 lines)\n' })
  for (const number of [1, 2, 3]) await addRole(number)
  await seal()
  const inItself = await run()
  assert.equal(inItself.code, 3, inItself.printed)
  assert.ok(await writeCheckpoint(own()))
  const held = await run()
  assert.equal(held.code, 0, held.printed)
  assert.match(held.printed, /holds, up to the checkpoints from outside \(3 lines\)/)
  await sql`update operation_log set account = 'somebody else' where id = (select line_id from operation_seal where n = 2)`.execute(
    app.db,
  )
  const broken = await run()
  assert.deepEqual(broken, { code: 1, printed: 'The operation log does not hold: changed, line 2 (1 lines)\n' })
  await sql`update operation_log set account = ${admin.account} where id = (select line_id from operation_seal where n = 2)`.execute(
    app.db,
  )
  const foreign = await run([], { DATA_DIR: path.join(folder, 'other') })
  assert.equal(foreign.code, 1)
  assert.match(foreign.printed, /checkpoint-forged/)
})

const chainTables = [
  'operation_log',
  'operation_body',
  'operation_change',
  'operation_seal',
  'chain_head',
  'chain_day',
  'chain_checkpoint',
]
const onAll = (statement: (table: string) => string) => sql.raw(chainTables.map(statement).join(';')).execute(app.db)

test('the command names each kind of tampering, against a checkpoint kept outside the data folder', async () => {
  assert.ok(path.relative(app.settings.dataDir, checkpoints).startsWith('..'))
  for (const number of [4, 5, 6]) await addRole(number)
  await seal()
  await writeCheckpoint(own())
  await sql`create schema kept`.execute(app.db)
  await onAll((table) => `create table kept.${table} as table ${table}`)
  const found: Record<string, string> = {}
  for (const [name, [statement]] of Object.entries(tamperings)) {
    await sql.raw(statement).execute(app.db)
    const { code, printed } = await run()
    found[name] = `${code} ${/not hold: ([a-z-]+)/.exec(printed)?.[1] ?? printed}`
    await onAll((table) => `delete from ${table}; insert into ${table} overriding system value table kept.${table}`)
  }
  assert.deepEqual(
    found,
    Object.fromEntries(Object.entries(tamperings).map(([name, [, fault]]) => [name, `1 ${fault}`])),
  )
  const held = await run()
  assert.equal(held.code, 0, held.printed)
})

/** Returns the file that an export made. */
async function exported(from: TestApp, wanted: RequestOf<typeof logApi.startExport>, token: string): Promise<string> {
  const { jobId } = (await from.ask(logApi.startExport, wanted, { token })).envelope.data
  await until(
    'the export to end',
    async () => {
      const { status, error } = (await from.ask(jobApi.detail, { id: jobId }, { token })).envelope.data
      assert.notEqual(status, 'failed', error)
      return status === 'succeeded'
    },
    30_000,
  )
  const headers = { authorization: token }
  return (await fetch(addressOf(from.url, jobApi.file, { id: jobId }), { headers })).text()
}

test('an exported file is checked by the same command without a database, against checkpoints or in itself', async () => {
  const exporting = await startTestApp({
    roles: ['api', 'worker'],
    settings: { CHECKPOINT_FILE: path.join(folder, 'more') },
  })
  try {
    const { token, account } = await make.account(exporting, { role: 'administrator' })
    for (const number of [1, 2, 3]) {
      const draft = { name: `角色 ${number}`, enName: `Role ${number}`, kinds: ['platform' as const] }
      await exporting.ask(roleApi.add, draft, { token })
    }
    const text = await exported(exporting, { module: 'role' }, token)
    const file = path.join(folder, 'export.ndjson')
    await writeFile(file, text)
    const entries = text.trim().split('\n')
    const [head, ...rest] = entries.map((entry) => Entry.parse(JSON.parse(entry)))
    const lines = rest.filter(({ kind }) => kind === 'line')
    assert.deepEqual([head?.kind, head?.format, head?.lines, rest.at(-1)?.kind], ['head', 1, 3, 'end'])
    assert.match(head?.publicKey ?? '', /^-----BEGIN PUBLIC KEY-----/)
    assert.ok(rest.at(-1)?.checkpoint)
    for (const [index, { n, line, proof }] of lines.entries()) {
      assert.deepEqual(
        [line?.n, line?.summary, line?.actor.account, line?.success, line?.origin],
        [n, 'Add a role', account, true, 'call'],
      )
      assert.match(proof?.changes?.join() ?? '', new RegExp(`Role ${index + 1}`))
      assert.ok(proof?.salt)
    }
    // Every leaf from the first line to the checkpoint is there once, in order.
    const places = rest.flatMap(({ kind, n = '0', leaves = [] }) =>
      kind === 'leaves' ? leaves.map((_, index) => Number(n) + index) : kind === 'line' ? [Number(n)] : [],
    )
    assert.deepEqual(
      places,
      places.map((_, index) => Number(head?.start?.n) + 1 + index),
    )
    const none = { DATABASE_URL: '', DATA_DIR: path.join(folder, 'nothing') }
    const alone = await run(['--export', file], none)
    assert.equal(alone.code, 3, alone.printed)
    const held = await run(['--export', file, path.join(folder, 'more')], none)
    assert.equal(held.code, 0, held.printed)
    await writeFile(file, text.replace('Role 2', 'Role 9'))
    const changed = await run(['--export', file], none)
    assert.equal(changed.code, 1)
    assert.match(changed.printed, /(body-)?changed, line \d+/)
    const without = entries.filter((entry) => !entry.includes('Role 2'))
    await writeFile(file, without.join('\n'))
    const removed = await run(['--export', file], none)
    assert.match(removed.printed, /removed, line/)
    assert.ok((await readFile(file, 'utf8')).length > 0)
    const dealer = await make.organisation(exporting, { kind: 'distributor' })
    const customer = await make.organisation(exporting, { parentId: dealer.id })
    const codes = ['operation-log:view', 'operation-log:export']
    const reader = await make.account(exporting, { operationCodes: codes, organisationId: dealer.id })
    await exporting.ask(customerApi.setEnabled, { ids: [customer.id], enabled: false, reason: 'Closed' }, { token })
    const theirs = await exported(exporting, {}, reader.token)
    assert.match(theirs, /"isSupport":true/)
    assert.match(theirs, /"proof":null/)
    assert.ok(!theirs.includes(account) && !theirs.includes('Role 1'), 'what is not theirs is a leaf alone')
    await writeFile(file, theirs)
    assert.equal((await run(['--export', file], none)).code, 3)
    const logged = (await exporting.ask(logApi.list, { module: 'log' }, { token })).envelope.data.list
    assert.deepEqual(new Set(logged.map(({ operation }) => operation)), new Set(['startExport', 'export']))
  } finally {
    await exporting.stop()
  }
})

test('a check requested on the screen is a job with its outcome in the state of the seal', async () => {
  const checking = await startTestApp({ roles: ['api', 'worker'] })
  try {
    const { token } = await make.account(checking, { role: 'administrator' })
    await checking.ask(logApi.startVerify, {}, { token })
    const check = await until(
      'the check',
      async () => (await checking.ask(logApi.chain, {}, { token })).envelope.data.check ?? undefined,
    )
    assert.equal(check.outcome, 'held-in-itself')
  } finally {
    await checking.stop()
  }
})
