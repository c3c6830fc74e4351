import type { TSType, TSTypeLiteral, TSTypeReference } from 'oxc-parser'
import { problemAt, walk } from './source-tree.ts'
import type { Problem, SourceFile } from './source-tree.ts'

/** Checks that the tables' TypeScript equals the schema (docs/architecture.md, Boundaries 9): names, nulls, defaults, coarse types. */

/** One column as PostgreSQL describes it. */
export type Column = Readonly<{
  table: string
  column: string
  /** `udt_name` of information_schema: int8, timestamptz, _text. */
  type: string
  nullable: boolean
  /** Filled where an insert leaves it out. */
  hasDefault: boolean
}>

/** `opaque` is a type from elsewhere, which may stand for anything. */
type Kind = 'string' | 'number' | 'boolean' | 'bytes' | 'json' | 'opaque'
type Shape = Readonly<{ kinds: ReadonlySet<Kind>; nullable: boolean; mayBeLeftOut: boolean }>
type Alias = Readonly<{ parameters: readonly string[]; type: TSType }>
type Aliases = ReadonlyMap<string, Alias>

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const plain = (kind: Kind): Shape => ({ kinds: new Set([kind]), nullable: false, mayBeLeftOut: false })

function shapeOf(type: TSType, aliases: Aliases): Shape {
  switch (type.type) {
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return plain('string')
    case 'TSNumberKeyword':
      return plain('number')
    case 'TSBooleanKeyword':
      return plain('boolean')
    case 'TSNullKeyword':
      return { kinds: new Set(), nullable: true, mayBeLeftOut: false }
    case 'TSUndefinedKeyword':
      return { kinds: new Set(), nullable: false, mayBeLeftOut: true }
    case 'TSNeverKeyword':
      // Nobody inserts it: a trigger or a generated column writes it.
      return { kinds: new Set(), nullable: false, mayBeLeftOut: false }
    case 'TSUnknownKeyword':
      return { kinds: new Set<Kind>(['opaque']), nullable: true, mayBeLeftOut: false }
    case 'TSLiteralType':
      return plain(literalKind(type.literal.type === 'Literal' ? typeof type.literal.value : 'string'))
    case 'TSArrayType':
    case 'TSTupleType':
    case 'TSTypeLiteral':
    case 'TSMappedType':
      return plain('json')
    case 'TSTypeOperator':
      return shapeOf(type.typeAnnotation, aliases)
    case 'TSUnionType': {
      const shapes = type.types.map((member) => shapeOf(member, aliases))
      return {
        kinds: new Set(shapes.flatMap(({ kinds }) => [...kinds])),
        nullable: shapes.some(({ nullable }) => nullable),
        mayBeLeftOut: shapes.some(({ mayBeLeftOut }) => mayBeLeftOut),
      }
    }
    case 'TSTypeReference':
      return referenceShape(type, aliases)
    default:
      return plain('opaque')
  }
}

function literalKind(kind: string): Kind {
  return kind === 'number' || kind === 'boolean' ? kind : 'string'
}

/** Kysely's own wrappers, the file's own names; anything else comes from elsewhere. */
function referenceShape({ typeName, typeArguments }: TSTypeReference, aliases: Aliases): Shape {
  const name = typeName.type === 'Identifier' ? typeName.name : ''
  const given = typeArguments?.params ?? []
  const [first, second] = given
  if (name === 'Generated' && first !== undefined) return { ...shapeOf(first, aliases), mayBeLeftOut: true }
  if (name === 'ColumnType' && first !== undefined) {
    const insert = second === undefined ? undefined : shapeOf(second, aliases)
    return { ...shapeOf(first, aliases), mayBeLeftOut: insert?.mayBeLeftOut ?? false }
  }
  if (name === 'JSONColumnType' || name === 'Record') return plain('json')
  if (name === 'Readonly' && first !== undefined) return shapeOf(first, aliases)
  if (name === 'Buffer' || name === 'Uint8Array') return plain('bytes')
  const alias = aliases.get(name)
  if (alias === undefined) return plain('opaque')
  const inside = new Map(aliases)
  // A type may name itself (a tree of JSON): inside itself it is a type from elsewhere.
  inside.delete(name)
  alias.parameters.forEach((parameter, index) => {
    const type = given[index]
    if (type !== undefined) inside.set(parameter, { parameters: [], type })
  })
  return shapeOf(alias.type, inside)
}

const numbers = new Set(['int2', 'int4', 'float4', 'float8', 'oid'])

/** Types that the driver returns (server/src/platform/db): 64-bit integers, decimals and times stay text. */
function kindOfColumn(type: string): Kind {
  if (type === 'bool') return 'boolean'
  if (type === 'bytea') return 'bytes'
  if (type === 'json' || type === 'jsonb' || type.startsWith('_')) return 'json'
  return numbers.has(type) ? 'number' : 'string'
}

type Declared = Readonly<{ file: SourceFile; offset: number; shape: Shape }>

/** Every column of every table that a *.tables.ts adds to `Database`, as `table.column` in snake_case. */
function declaredColumns(files: readonly SourceFile[]): Map<string, Declared> {
  const columns = new Map<string, Declared>()
  for (const file of files) {
    if (!file.path.endsWith('.tables.ts')) continue
    const aliases = new Map<string, Alias>()
    const tables = new Map<string, string>()
    walk(file, {
      TSTypeAliasDeclaration({ id, typeAnnotation, typeParameters }) {
        const parameters = typeParameters?.params.map(({ name }) => name.name) ?? []
        aliases.set(id.name, { parameters, type: typeAnnotation })
      },
      TSInterfaceDeclaration({ id, body }) {
        if (id.name !== 'Database') return
        for (const member of body.body) {
          if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') continue
          const type = member.typeAnnotation?.typeAnnotation
          if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') continue
          tables.set(snakeCase(member.key.name), type.typeName.name)
        }
      },
    })
    for (const [table, typeName] of tables) {
      for (const { key, type } of fieldsOf(aliases.get(typeName)?.type, aliases)) {
        const shape = shapeOf(type, aliases)
        columns.set(`${table}.${snakeCase(key.name)}`, { file, offset: key.start, shape })
      }
    }
  }
  return columns
}

type Field = Readonly<{ key: { name: string; start: number }; type: TSType }>

/** Fields of an object type, of one that an alias names, and of all sides of an intersection. */
function fieldsOf(type: TSType | undefined, aliases: ReadonlyMap<string, Alias>): readonly Field[] {
  if (type?.type === 'TSIntersectionType') return type.types.flatMap((side) => fieldsOf(side, aliases))
  if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
    return fieldsOf(aliases.get(type.typeName.name)?.type, aliases)
  const literal: TSTypeLiteral | undefined = type?.type === 'TSTypeLiteral' ? type : undefined
  return (literal?.members ?? []).flatMap((member): Field[] => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return []
    const annotation = member.typeAnnotation?.typeAnnotation
    return annotation === undefined ? [] : [{ key: member.key, type: annotation }]
  })
}

export function checkSchema(files: readonly SourceFile[], schema: readonly Column[]): Problem[] {
  const declared = declaredColumns(files)
  const problems: Problem[] = []
  for (const { table, column, type, nullable, hasDefault } of schema) {
    const name = `${table}.${column}`
    const found = declared.get(name)
    declared.delete(name)
    if (found === undefined) {
      problems.push({ path: 'server/migrations', line: 1, rule: 'schema', message: `no *.tables.ts names ${name}` })
      continue
    }
    const { file, offset, shape } = found
    const addProblem = (message: string) => problems.push(problemAt(file, offset, 'schema', `${name} ${message}`))
    const kind = kindOfColumn(type)
    if (!shape.kinds.has(kind) && !shape.kinds.has('opaque')) addProblem(`is ${type}, read as ${kind}`)
    // A type from elsewhere may contain null, which is not visible here.
    if (nullable !== shape.nullable && !shape.kinds.has('opaque'))
      addProblem(nullable ? 'may be null' : 'is never null')
    if (shape.mayBeLeftOut && !hasDefault && !nullable) addProblem('has no default: an insert must name it')
  }
  for (const [name, { file, offset }] of declared) {
    problems.push(problemAt(file, offset, 'schema', `the schema has no ${name}`))
  }
  return problems
}
