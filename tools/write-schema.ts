import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '../server/src/platform/db/migrate.ts'
import { removeTestServer } from '../server/src/testing/cluster/test-server.ts'
import { testDatabase } from '../server/src/testing/database.ts'
import { hashesPath, withNewHashes } from './check/migrations.ts'
import { schemaPath, schemaTypes, schemaTypesPath } from './check/schema.ts'
import { schemaText } from './schema-text.ts'

/** `npm run schema`: writes server/schema.sql and the types of its tables, and adds new migrations to the list of their hashes. */
const root = join(import.meta.dirname, '..')

async function writeSchema() {
  await using database = await testDatabase()
  const schema = await schemaText(database.pool)
  await writeFile(join(root, schemaPath), schema)
  await writeFile(join(root, schemaTypesPath), schemaTypes(schema))
}

try {
  await writeSchema()
} finally {
  await removeTestServer()
}
const known = await readFile(join(root, hashesPath), 'utf8').catch(() => '')
await writeFile(join(root, hashesPath), withNewHashes(await readMigrations(), known))
