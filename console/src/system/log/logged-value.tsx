import type { RecordChange } from '@brigade/contract/system/log/log.model.ts'
import { hiddenValue } from '@brigade/contract/system/log/references.ts'
import { Fragment, type ReactNode } from 'react'
import { Text } from '../../ui/layout/layout.tsx'
import { plainValue, type YesAndNo } from './plain-value.ts'

type Names = Readonly<Record<string, string>>

/**
 * Shows a reference by its name followed by its number: the number finds the record, the name identifies it to the
 * reader.
 */
function reference(value: unknown, names: Names): ReactNode {
  const id = String(value)
  const name = names[id]
  if (name === undefined) return id
  return id === hiddenValue || id === name ? (
    name
  ) : (
    <>
      {name}{' '}
      <Text tone="ink-2" size="xs">
        {id}
      </Text>
    </>
  )
}

/** A value in JSON, with a name in front of each number that has one. */
const withNames = (value: unknown, field: string, all: RecordChange['names']): string =>
  JSON.stringify(value, (member: string, item: unknown) => {
    const names = all[`${field}.${member}`]
    if (names === undefined) return item
    const named = (one: unknown) => (names[String(one)] === undefined ? one : `${names[String(one)]} (${String(one)})`)
    return Array.isArray(item) ? item.map(named) : named(item)
  })

/** One side of a changed field. Null: there was no such row on this side, or the field was empty. */
export function loggedValue(change: RecordChange, side: 'before' | 'after', field: string, words: YesAndNo): ReactNode {
  const value = change[side]?.[field]
  if (value === undefined || value === null || value === '') return null
  const names = change.names[field]
  if (names !== undefined) {
    if (!Array.isArray(value)) return reference(value, names)
    return value.map((one, at) => (
      <Fragment key={String(one)}>
        {at === 0 ? null : ', '}
        {reference(one, names)}
      </Fragment>
    ))
  }
  const plain = plainValue(value, words)
  if (plain === undefined) return withNames(value, field, change.names)
  // Two moments of one second look alike.
  return typeof value === 'string' && plain !== value ? <span title={value}>{plain}</span> : plain
}
