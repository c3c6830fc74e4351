import { domainOf, isTestSupport, isTypeScript, problemAt, walk, withoutComments } from './source-tree.ts'
import type { Problem, SourceFile } from './source-tree.ts'

/**
 * Rules of SQL: where it is allowed, who may write which table, what a prepared statement may write, and who may read
 * the former tree (docs/architecture.md, Boundaries 4 and 5).
 */

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

/** How a migration sets up logging of a table's changes: with the function for it, or with a trigger of its own. */
const loggedBy =
  /\blog_changes_of\(\s*'([a-z_]+)'|\bcreate\s+trigger\s+zz_log_change\w*[^;]*?\bon\s+([a-z_]+)\s+for\s+each\s+row/gi

function loggedTables(files: readonly SourceFile[]): ReadonlySet<string> {
  const migrations = files.filter(({ path }) => path.startsWith('server/migrations/'))
  const found = migrations.flatMap((file) => [...withoutComments(file).matchAll(loggedBy)])
  return new Set(found.map(([, byFunction, byTrigger]) => byFunction ?? byTrigger ?? ''))
}

/**
 * A prepared statement cannot carry the mark of its call (prepared-statement.ts), so a logged change by it would belong to
 * no call.
 */
function preparedWrites(file: SourceFile, logged: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = []
  const code = withoutComments(file)
  walk(file, {
    TaggedTemplateExpression({ quasi }) {
      const [first] = quasi.expressions
      if (first?.type !== 'Identifier' || first.name !== 'prepared') return
      for (const found of code.slice(quasi.start, quasi.end).matchAll(writtenSql)) {
        const table = found[1] ?? found[2] ?? ''
        if (!logged.has(table)) continue
        const message = `a prepared statement writes ${table}, whose changes are logged`
        problems.push(problemAt(file, quasi.start + found.index, 'prepared-logged', message))
      }
    },
  })
  return problems
}

const pastTree = /\borganisation_tree_(?:past|then)\b|\borganisationTree(?:Past|Then)\b/g

/** Only figures of the past may use the former tree: scope is decided by the present one. */
function pastTreeReaders(file: SourceFile): Problem[] {
  if (ownerOf(file.path) === 'statistics') return []
  return [...withoutComments(file).matchAll(pastTree)].map(({ index, 0: name }) =>
    problemAt(file, index, 'past-tree', `${name} outside statistics: scope is decided by today's tree`),
  )
}

/**
 * Character classes depend on the locale of the database: `\\d` matches a digit of any script under ICU, and no cast
 * accepts such a digit.
 */
const byLocale = /\\[dDwWsSmMyY]|\[:[a-z]+:\]/g
/** An odd backslash before a character that it does not change: JavaScript drops it, and PostgreSQL never sees it. */
const dropped = /(?<!\\)(?:\\\\)*\\(?![\\`'"$bfnrtuvx0-9\n])./g
const isStatement = /\b(?:select|insert|update|delete|create|alter|case|where|exists)\b|[~=]\s*'/i
/** The newest migration that is older than this rule; a test checks the present schema. */
const lastLenient = 49

/** A pattern in SQL writes out its characters, and means the same on every PostgreSQL. */
function localePatterns(file: SourceFile): Problem[] {
  const problems: Problem[] = []
  const look = (text: string, offset: number) => {
    for (const { index, 0: found } of text.matchAll(byLocale))
      problems.push(
        problemAt(file, offset + index, 'sql-pattern', `${found} means what the database's locale says: write [0-9]`),
      )
  }
  if (file.path.startsWith('server/migrations/')) {
    if (Number(/\/(\d{4})_/.exec(file.path)?.[1]) > lastLenient) look(withoutComments(file), 0)
    return problems
  }
  if (!home.test(file.path) || isTestSupport(file.path)) return problems
  walk(file, {
    TemplateLiteral({ quasis, start }) {
      const whole = quasis.map(({ value }) => value.raw).join(' ')
      if (!isStatement.test(whole)) return
      for (const { value, start: at } of quasis) {
        look(value.raw, at)
        for (const { index, 0: found } of value.raw.matchAll(dropped))
          problems.push(problemAt(file, Math.max(start, at + index), 'sql-pattern', `${found} loses its backslash`))
      }
    },
    Literal({ value, raw, start }) {
      if (typeof value === 'string' && raw !== null && isStatement.test(value)) look(raw, start)
    },
  })
  return problems
}

const ownerOf = (path: string) => domainOf(path) ?? 'platform'

export function checkSql(files: readonly SourceFile[]): Problem[] {
  const owners = tableOwners(files)
  const logged = loggedTables(files)
  const problems: Problem[] = []
  for (const file of files) {
    problems.push(...localePatterns(file))
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
    problems.push(...preparedWrites(file, logged), ...pastTreeReaders(file))
  }
  return problems
}
