import { domainOf, isTestSupport, isTypeScript, problemAt, walk, withoutComments } from './source-tree.ts'
import type { Problem, SourceFile } from './source-tree.ts'

/** SQL: where it may stand, and who may write which table (docs/architecture.md, Boundaries 4 and 5). */

const home = /^server\/src\/(platform\/db\/|.*\.(store|tables)\.ts$)/
const builderCalls = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const writes = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
/** Writing statements in plain SQL, in any string. The table's name is the first group that matched. */
const writtenSql =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+"?([a-z_]+)|\bupdate\s+(?:only\s+)?"?([a-z_]+)"?(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/gi

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** A table belongs to the domain (or to the platform) that adds it to `Database` in a *.tables.ts. */
function tableOwners(files: readonly SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const file of files) {
    if (!file.path.endsWith('.tables.ts')) continue
    walk(file, {
      TSInterfaceDeclaration({ id, body }) {
        if (id.name !== 'Database') return
        for (const member of body.body) {
          if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') continue
          owners.set(member.key.name, ownerOf(file.path))
        }
      },
    })
  }
  return owners
}

const ownerOf = (path: string) => domainOf(path) ?? 'platform'

export function checkSql(files: readonly SourceFile[]): Problem[] {
  const owners = tableOwners(files)
  const problems: Problem[] = []
  for (const file of files) {
    if (!file.path.startsWith('server/src/') || !isTypeScript(file.path) || isTestSupport(file.path)) continue
    const own = ownerOf(file.path)
    const check = (offset: number, table: string) => {
      const owner = owners.get(camelCase(table))
      if (owner === undefined || owner === own) return
      problems.push(problemAt(file, offset, 'table-owner', `${own} writes ${table}, a table of ${owner}`))
    }
    walk(file, {
      CallExpression({ callee, arguments: [first], start }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        const call = callee.property.name
        if (!builderCalls.has(call)) return
        if (!home.test(file.path)) {
          problems.push(problemAt(file, start, 'sql-home', `.${call}( outside *.store.ts, *.tables.ts and platform/db`))
        }
        if (!writes.has(call) || first?.type !== 'Literal' || typeof first.value !== 'string') return
        check(start, first.value.split(' ')[0] ?? '')
      },
    })
    for (const found of withoutComments(file).matchAll(writtenSql)) check(found.index, found[1] ?? found[2] ?? '')
  }
  return problems
}
