// Everything that a person with SQL access could do to one sealed line, to its parts, or to what proves it, as SQL: the
// check must notice it, whatever it calls the fault.
const sealOf = (n: number) => `(select * from operation_seal where n = ${n})`
const lineOf = (n: number) => `(select line_id from operation_seal where n = ${n})`
const operationOf = (n: number) => `(select l.operation_id from operation_log l where l.id = ${lineOf(n)})`
const changeOf = (n: number) => `(select min(id) from operation_change where operation_id = ${operationOf(n)})`
const monthBefore = `logged_at = logged_at - interval '1 month'`
const withMonthBefore = (table: string, statement: string) =>
  `select create_partition('${table}', (now() - interval '1 month')::date); ${statement}`

/** Another value of the kind of each column of a line; `id` is made by the database. */
const lineColumns = {
  operation_id: 'gen_random_uuid()',
  logged_at: `logged_at + interval '1 millisecond'`,
  account_id: '-1',
  account: `'somebody else'`,
  organisation_id: '-1',
  address: `'203.0.113.7'`,
  module: `'menu'`,
  operation: `'remove'`,
  method: `'GET'`,
  path: `'/elsewhere'`,
  duration_ms: 'duration_ms + 1',
  code: '403',
  success: 'not success',
  origin: `'outside'`,
} as const
const changeColumns = {
  operation_id: 'gen_random_uuid()',
  logged_at: `logged_at + interval '1 millisecond'`,
  account_id: '-1',
  call: `'role.remove'`,
  table_name: `'menu'`,
  row_id: `'0'`,
  action: `'delete'`,
  before: `'{"name":"before"}'`,
  after: `'{"name":"after"}'`,
  scope: `'{-1}'`,
} as const
const bodyColumns = {
  salt: `'\\x00'`,
  request: `'{"changed":true}'`,
  response: `'{"changed":true}'`,
  operation_id: 'gen_random_uuid()',
} as const
const sealColumns = {
  n: '9000',
  sealed_at: `sealed_at + interval '1 millisecond'`,
  line_id: '-1',
  logged_at: `logged_at + interval '1 millisecond'`,
  body_hash: `'\\x00'`,
  leaf: `'\\x00'`,
  head: `'\\x00'`,
  format: '1',
  changes: `'202601:1:00'`,
  change_ids: `'{[1,2)}'`,
  readers: `readers || -1::bigint`,
} as const

const each = (columns: Readonly<Record<string, string>>, of: string, statement: (set: string) => string) =>
  Object.entries(columns).map(
    ([column, value]) => [`${of}: ${column} changed`, statement(`${column} = ${value}`)] as const,
  )

type Cases = readonly (readonly [string, string])[]

const columnsOf = (n: number): Cases => [
  ...each(lineColumns, 'line', (set) => `update operation_log set ${set} where id = ${lineOf(n)}`),
  ...each(changeColumns, 'change', (set) => `update operation_change set ${set} where id = ${changeOf(n)}`),
  ...each(bodyColumns, 'body', (set) => `update operation_body set ${set} where operation_id = ${operationOf(n)}`),
  ...each(sealColumns, 'seal', (set) => `update operation_seal set ${set} where n = ${n}`),
]

const ofLine = (n: number): Cases => [
  ['line: removed', `delete from operation_log where id = ${lineOf(n)}`],
  [
    'line: removed with all that belongs to it',
    `delete from operation_change where operation_id = ${operationOf(n)}; delete from operation_body where operation_id = ${operationOf(n)};
       delete from operation_scope where line_id = ${lineOf(n)}; delete from operation_log where id = ${lineOf(n)}; delete from operation_seal where n = ${n}`,
  ],
  [
    'line: inserted',
    `insert into operation_log (logged_at, account, address, module, operation, method, path, duration_ms, code, success)
       values (now(), 'nobody', '', 'role', 'add', 'POST', '', 1, 200, true)`,
  ],
  [
    'line: inserted a second time',
    `insert into operation_log (operation_id, logged_at, account, address, module, operation, method, path, duration_ms, code, success)
       select operation_id, logged_at, account, address, module, operation, method, path, duration_ms, code, success from operation_log where id = ${lineOf(n)}`,
  ],
  [
    'line: swapped with the next',
    `update operation_log l set account = o.account || 'x', operation_id = o.operation_id from operation_log o
       where l.id in (${lineOf(n)}, ${lineOf(n + 1)}) and o.id in (${lineOf(n)}, ${lineOf(n + 1)}) and o.id <> l.id`,
  ],
  [
    'line: moved to another month',
    withMonthBefore('operation_log', `update operation_log set ${monthBefore} where id = ${lineOf(n)}`),
  ],
  [
    'line: moved to another month with all that belongs to it',
    ['operation_log', 'operation_body', 'operation_change', 'operation_scope']
      .map((table) => withMonthBefore(table, ''))
      .join('') +
      `update operation_body set ${monthBefore} where operation_id = ${operationOf(n)}; update operation_scope set ${monthBefore} where line_id = ${lineOf(n)};
         update operation_log set ${monthBefore} where id = ${lineOf(n)}; update operation_seal set ${monthBefore} where n = ${n}`,
  ],
]

const ofParts = (n: number): Cases => [
  ['body: removed', `delete from operation_body where operation_id = ${operationOf(n)}`],
  [
    'body: removed as if a person had been erased',
    `alter table operation_erased disable trigger zz_log_change;
       insert into operation_erased (operation_id) values (${operationOf(n)}); delete from operation_body where operation_id = ${operationOf(n)}`,
  ],
  [
    'body: inserted',
    `insert into operation_body (operation_id, logged_at, salt) values (gen_random_uuid(), now(), '\\x00')`,
  ],
  [
    'body: swapped with the next',
    `update operation_body b set salt = o.salt, request = o.request, response = o.response from operation_body o
       where b.operation_id in (${operationOf(n)}, ${operationOf(n + 1)}) and o.operation_id in (${operationOf(n)}, ${operationOf(n + 1)}) and o.operation_id <> b.operation_id`,
  ],
  [
    'body: moved to another month',
    withMonthBefore(
      'operation_body',
      `update operation_body set ${monthBefore} where operation_id = ${operationOf(n)}`,
    ),
  ],
  ['change: removed', `delete from operation_change where id = ${changeOf(n)}`],
  [
    'change: inserted',
    `insert into operation_change (operation_id, logged_at, call, table_name, row_id, action, scope)
       values (${operationOf(n)}, now(), 'role.update', 'role', '1', 'update', '{}')`,
  ],
  [
    'change: swapped with one of the next',
    `update operation_change c set operation_id = case c.id when ${changeOf(n)} then ${operationOf(n + 1)} else ${operationOf(n)} end
       where c.id in (${changeOf(n)}, ${changeOf(n + 1)})`,
  ],
  [
    'change: moved to another month',
    withMonthBefore('operation_change', `update operation_change set ${monthBefore} where id = ${changeOf(n)}`),
  ],
  [
    'reader: changed',
    `update operation_scope set organisation_id = -1 where line_id = ${lineOf(n)} and organisation_id = (select min(organisation_id) from operation_scope where line_id = ${lineOf(n)})`,
  ],
  [
    'reader: removed',
    `delete from operation_scope where line_id = ${lineOf(n)} and organisation_id = (select max(organisation_id) from operation_scope where line_id = ${lineOf(n)})`,
  ],
  [
    'reader: inserted',
    `insert into operation_scope (organisation_id, logged_at, line_id) select -1, logged_at, id from operation_log where id = ${lineOf(n)}`,
  ],
  [
    'reader: of another line',
    `update operation_scope set line_id = ${lineOf(n + 1)}, organisation_id = -2 where line_id = ${lineOf(n)} and organisation_id = (select min(organisation_id) from operation_scope where line_id = ${lineOf(n)})`,
  ],
  [
    'reader: moved to another month',
    withMonthBefore('operation_scope', `update operation_scope set ${monthBefore} where line_id = ${lineOf(n)}`),
  ],
]

const ofChain = (n: number, last: number): Cases => [
  ['seal: removed', `delete from operation_seal where n = ${n}`],
  [
    'seal: inserted',
    `insert into operation_seal select ${n}, sealed_at + interval '1 second', line_id, logged_at, body_hash, leaf, head, format, changes, change_ids, readers from ${sealOf(n)} s`,
  ],
  [
    'seal: swapped with the next',
    `update operation_seal set n = -1 where n = ${n}; update operation_seal set n = ${n} where n = ${n + 1}; update operation_seal set n = ${n + 1} where n = -1`,
  ],
  [
    'seal: moved to another month',
    withMonthBefore(
      'operation_seal',
      `update operation_seal set sealed_at = sealed_at - interval '1 month' where n = ${n}`,
    ),
  ],
  [
    'tail: cut',
    `with gone as (delete from operation_seal where n = ${last} returning line_id) delete from operation_log using gone where id = line_id`,
  ],
  [
    'tail: cut, and the head set back',
    `delete from operation_seal where n = ${last}; update chain_head set n = ${last - 1}, head = (select head from operation_seal where n = ${last - 1})`,
  ],
  ['head: n changed', `update chain_head set n = n - 1`],
  ['head: head changed', `update chain_head set head = '\\x00'`],
  ['day: n changed', `update chain_day set n = n - 1 where n = ${last}`],
  ['day: head changed', `update chain_day set head = '\\x00' where n = ${last}`],
  ['day: day changed', `update chain_day set day = day - 1 where n = ${last}`],
  ['day: removed', `delete from chain_day where n = ${last}`],
  ['day: inserted', `insert into chain_day select day - 3, ${n}, head from chain_day where n = ${last}`],
  [
    'checkpoint: head changed',
    `update chain_checkpoint set head = '\\x00' where n = (select max(n) from chain_checkpoint)`,
  ],
  [
    'checkpoint: previous changed',
    `update chain_checkpoint set previous = '\\x00' where n = (select max(n) from chain_checkpoint)`,
  ],
  [
    'checkpoint: time changed',
    `update chain_checkpoint set made_at = made_at - interval '1 day' where n = (select min(n) from chain_checkpoint)`,
  ],
  ['checkpoint: n changed', `update chain_checkpoint set n = n - 1 where n = (select max(n) from chain_checkpoint)`],
  [
    'checkpoint: signature changed',
    `update chain_checkpoint set signature = '\\x00' where n = (select min(n) from chain_checkpoint)`,
  ],
  ['checkpoint: removed', `delete from chain_checkpoint where n = (select min(n) from chain_checkpoint)`],
]

/**
 * Line `n` changed something, has a request and more than one reader; line `n + 1` too. `last`: the last line that is
 * sealed, after a checkpoint of which there are several.
 */
export const manipulations = (n: number, last: number): Readonly<Record<string, string>> =>
  Object.fromEntries([...columnsOf(n), ...ofLine(n), ...ofParts(n), ...ofChain(n, last)])
