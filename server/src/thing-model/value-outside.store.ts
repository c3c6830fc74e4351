import { sql, type RawBuilder } from 'kysely'
import type { DataType, PlainType } from '@brigade/contract/thing-model/thing-model.model.ts'

type Sql = RawBuilder<unknown>

/**
 * Whether a reported value is invalid for a data type, as SQL over jsonb: the same rule as `checkValue`, without
 * loading a hundred thousand values.
 */
export function isOutside(type: DataType, value: Sql): Sql {
  switch (type.type) {
    case 'int':
    case 'float':
    case 'double': {
      const number = sql`(${value})::numeric`
      const isNone = sql`${number} not between ${numeric(type.min)} and ${numeric(type.max)}`
      const isBroken = type.type === 'int' ? sql` or ${number} <> trunc(${number})` : sql``
      return unless(value, 'number', sql`${isNone}${isBroken}`)
    }
    case 'text':
      return unless(value, 'string', sql`octet_length(${value} #>> '{}') > ${sql.lit(type.length)}`)
    case 'date':
      return sql`((${value} #>> '{}') !~ '^[0-9]{1,15}$')`
    case 'bool':
      return sql`(${value} not in ('0', '1'))`
    case 'enum':
      return sql`(${value} not in (${sql.join(type.items.map((item) => json(item.value)))}))`
    case 'struct':
      return unless(value, 'object', anyMemberOutside(type.members, value))
    // The array.
    default: {
      const item = sql`item.value`
      return unless(
        value,
        'array',
        sql`jsonb_array_length(${value}) > ${sql.lit(type.size)}
          or exists (select from jsonb_array_elements(${value}) as item where ${isOutside(type.item, item)})`,
      )
    }
  }
}

/** A missing member is valid; one that is not in the model is not. */
function anyMemberOutside(members: readonly Readonly<{ identifier: string; dataType: PlainType }>[], value: Sql): Sql {
  const member = sql`member.value`
  const cases = members.map(
    ({ identifier, dataType }) => sql`when ${sql.lit(identifier)} then ${isOutside(dataType, member)}`,
  )
  return sql`exists (select from jsonb_each(${value}) as member where case member.key ${sql.join(cases, sql` `)} else true end)`
}

/** Applies a test for one JSON type; it would fail on other types, and those are invalid anyway. */
const unless = (value: Sql, type: 'number' | 'string' | 'object' | 'array', isWrong: Sql): Sql =>
  sql`(case when jsonb_typeof(${value}) = ${sql.lit(type)} then ${isWrong} else true end)`

// Numbers of a checked model, as literals: parameters would run out over a large structure.
const numeric = (value: number): Sql => sql`${sql.lit(String(value))}::numeric`
const json = (value: number): Sql => sql`${sql.lit(String(value))}::jsonb`
