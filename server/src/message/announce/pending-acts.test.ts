// @both-databases: a migration is SQL.
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { migrate, migrationsFolder } from '../../platform/db/migrate.ts'
import { testDatabase } from '../../testing/database.ts'

const notices = '0051_notices.sql'

test('acts that no worker had announced when this version came are still announced, to those whom they are about', async () => {
  await using database = await testDatabase()
  const { pool } = database
  await pool.query('drop schema public cascade; create schema public')
  const folder = await mkdtemp(path.join(tmpdir(), 'brigade-migrations-'))
  try {
    for (const name of await readdir(migrationsFolder))
      if (name < notices && name.endsWith('.sql')) await cp(path.join(migrationsFolder, name), path.join(folder, name))
    await migrate(pool, { folder })
    await pool.query(`
      insert into organisation (id, name, kind, parent_id, created_at, updated_at) overriding system value values
        (1, 'Brigade', 'platform', null, now(), now()), (2, 'Hotel', 'customer', 1, now(), now());
      insert into role (id, key, name, en_name, description, en_description, created_at, updated_at) overriding system value values
        (1, 'administrator', 'A', 'A', '', '', now(), now()), (2, 'customer-administrator', 'C', 'C', '', '', now(), now());
      insert into menu (id, key, level, name, en_name, icon, sort_num, is_main_menu, is_operation, operation_code, created_at, updated_at)
        overriding system value values (1, 'm', 1, 'M', 'M', '', 1, false, true, 'account:update', now(), now());
      insert into role_menu (role_id, menu_id) values (2, 1);
      insert into account (id, organisation_id, role_id, account, name, email, password_hash, created_at, updated_at) overriding system value values
        (1, 1, 1, 'actor', 'Actor', 'actor@example.com', '', now(), now()), (2, 1, 1, 'witness', 'Witness', 'witness@example.com', '', now(), now()),
        (3, 2, 2, 'keeper', 'Keeper', '', '', now(), now());
      insert into account_act (id, acted_at, act, account_id, actor_id, announced_to) overriding system value values
        (7, now(), 'add', 2, 1, 'administrators'), (8, now(), 'disable', 2, 1, 'administrators'),
        (9, now(), 'reset-password', 3, 1, 'owner');
      update message_source set position = 7 where name = 'administrator-act';
      insert into console_opening (organisation_id, account_id, from_organisation_id, reason, opened_at, until)
        values (2, 1, 1, 'A question', now(), now());`)
    await cp(path.join(migrationsFolder, notices), path.join(folder, notices))
    assert.deepEqual(await migrate(pool, { folder }), [notices])
    const { rows } = await pool.query<{ kind: string; what: string; receivers: string }>(`
      select kind, coalesce(params ->> 'act', params ->> 'what', params ->> 'reason') as what,
        (select string_agg(r ->> 'id' || ' ' || (r ->> 'address') || coalesce(r ->> 'obstacle', ''), ',') from jsonb_array_elements(accounts) r) as receivers
      from act_notice order by id`)
    assert.deepEqual(rows, [
      { kind: 'system.administrator-act', what: 'disable', receivers: '2 witness@example.com' },
      { kind: 'session.sign-in-reset', what: 'reset-password', receivers: '3 no-address' },
      { kind: 'session.console-opened', what: 'A question', receivers: '3 no-address' },
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
