const line = '(select line_id from operation_seal order by n limit 1 offset 2)'
/** Manipulations of the log as manual SQL, each with the fault that the check reports. They concern line 3. */
export const tamperings = {
  'changed line': [`update operation_log set account = 'somebody else' where id = ${line}`, 'changed'],
  'changed request': [
    `update operation_body b set request = '{}' from operation_log l where l.id = ${line} and b.operation_id = l.operation_id`,
    'body-changed',
  ],
  'changed before and after': [
    `update operation_change set after = '{}' where id = (select c.id from operation_change c join operation_log l using (operation_id) join operation_seal s on s.line_id = l.id limit 1)`,
    'changed',
  ],
  'removed line': [`delete from operation_log where id = ${line}`, 'removed'],
  'removed line with its seal': [
    `with gone as (delete from operation_seal where n = 3 returning line_id) delete from operation_log using gone where id = line_id`,
    'removed',
  ],
  'inserted line': [
    `insert into operation_log (logged_at, account, address, module, operation, method, path, duration_ms, code, success)
     values (now(), 'nobody', '', 'role', 'add', 'POST', '', 1, 200, true)`,
    'inserted',
  ],
  truncation: [
    `with gone as (delete from operation_seal where n > 3 returning line_id) delete from operation_log using gone where id = line_id`,
    'truncated',
  ],
  'first lines dropped before their time': [
    `with gone as (delete from operation_seal where n <= 3 returning line_id) delete from operation_log using gone where id = line_id`,
    'removed-too-early',
  ],
  'older database, held against a head outside': [
    `with gone as (delete from operation_seal where n > 3 returning line_id), lines as (delete from operation_log using gone where id = line_id),
       days as (delete from chain_day), points as (delete from chain_checkpoint)
     update chain_head set n = 3, head = (select head from operation_seal where n = 3)`,
    'older-backup',
  ],
} as const
