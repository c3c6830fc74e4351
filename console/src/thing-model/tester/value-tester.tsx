import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { formatValue, problemMessage, type Direction } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import css from './tester.module.css'
import { testerText } from './tester.text.ts'
import { triedIn, tryValue, type Tried, type Verdict } from './test-value.ts'
import type { TypedFunction } from '../typed/typed-function.ts'
import { isTypedStruct, readValue, typedValue, type TypedValue } from '../typed/typed-value.ts'
import { ValueInput } from './value-input.tsx'

type Props = { kind: FunctionKind; typed: TypedFunction }

/** The tried value, in fields or as JSON. It is kept while the definition changes. */
type Entered = { way: 'form' | 'json'; fields: TypedValue | undefined; json: string }

/** Tries values on the definition in the form, by the same check as the server. */
export function ValueTester({ kind, typed }: Props) {
  const w = useWords(testerText)
  const [chosen, setDirection] = useState<Direction>(kind === 'service' ? 'down' : 'up')
  const [entered, setEntered] = useState<Entered>({ way: 'form', fields: undefined, json: '' })
  const direction = kind === 'event' ? 'up' : chosen
  const tried = triedIn(kind, typed, direction)
  const value = tried === null ? undefined : valueIn(tried, entered)
  const turn = (way: Entered['way']): void => {
    if (tried === null || way === entered.way) return setEntered({ ...entered, way })
    if (way === 'form') return setEntered({ ...entered, way, fields: fieldsOf(tried, value) ?? entered.fields })
    return setEntered({ ...entered, way, json: value === undefined ? '' : JSON.stringify(value, null, 2) })
  }
  return (
    <Stack gap="12">
      <Text.p size="xs" line="20" tone="ink-3">
        {w.hint}
      </Text.p>
      <Row gap="8" justify="between" wrap>
        {kind === 'event' ? (
          <Text.p size="xs" line="20" tone="ink-3">
            {w.nothingSent}
          </Text.p>
        ) : (
          <Segments
            label={w.direction}
            size="small"
            options={[
              { value: 'up', label: w.up },
              { value: 'down', label: w.down },
            ]}
            value={direction}
            onChange={setDirection}
          />
        )}
        <Segments
          label={w.way}
          size="small"
          options={[
            { value: 'form', label: w.form },
            { value: 'json', label: w.json },
          ]}
          value={entered.way}
          onChange={turn}
        />
      </Row>
      {tried === null ? (
        <Text.p tone="ink-3">{w.incomplete}</Text.p>
      ) : (
        <>
          {entered.way === 'json' ? (
            <div className={css.json}>
              <TextArea
                label={tried.is === 'value' ? w.value : w.params}
                rows={6}
                bare
                value={entered.json}
                onChange={(event) => setEntered({ ...entered, json: event.currentTarget.value })}
              />
            </div>
          ) : (
            <Fields tried={tried} typed={entered.fields} onChange={(fields) => setEntered({ ...entered, fields })} />
          )}
          <Result tried={tried} value={value} direction={direction} />
        </>
      )}
    </Stack>
  )
}

/** Text that is not valid JSON. */
const notJson = Symbol('not JSON')

function valueIn(tried: Tried, { way, fields, json }: Entered): unknown {
  if (way === 'json') {
    if (json.trim() === '') return undefined
    try {
      const value: unknown = JSON.parse(json)
      return value
    } catch {
      return notJson
    }
  }
  if (tried.is === 'value') return fields === undefined ? undefined : readValue(tried.of.dataType, fields)
  const params = isTypedStruct(fields) ? fields : {}
  return Object.fromEntries(
    tried.of
      .map((one) => [one.identifier, readParam(one.dataType, params[one.identifier])] as const)
      .filter(([, value]) => value !== undefined),
  )
}

/** An untouched parameter is left out; an empty text is a value. */
const readParam = (dataType: Parameters<typeof readValue>[0], typed: TypedValue | undefined): unknown =>
  typed === undefined ? undefined : readValue(dataType, typed)

function fieldsOf(tried: Tried, value: unknown): TypedValue | undefined {
  if (value === undefined || value === notJson) return undefined
  if (tried.is === 'value') return typedValue(tried.of.dataType, value)
  const given = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  return Object.fromEntries(
    tried.of
      .filter(({ identifier }) => given.has(identifier))
      .map(({ identifier, dataType }) => [identifier, typedValue(dataType, given.get(identifier))]),
  )
}

type FieldsProps = { tried: Tried; typed: TypedValue | undefined; onChange: (typed: TypedValue) => void }

function Fields({ tried, typed, onChange }: FieldsProps) {
  const w = useWords(testerText)
  const locale = useLocale()
  if (tried.is === 'value')
    return <ValueInput label={w.value} dataType={tried.of.dataType} typed={typed} onChange={onChange} />
  const params = isTypedStruct(typed) ? typed : {}
  if (tried.of.length === 0) return <Text.p tone="ink-3">{w.noParams}</Text.p>
  return tried.of.map((one) => (
    <ValueInput
      key={one.identifier}
      label={one.name[locale]}
      dataType={one.dataType}
      typed={params[one.identifier]}
      onChange={(value) => onChange({ ...params, [one.identifier]: value })}
    />
  ))
}

type ResultProps = { tried: Tried; value: unknown; direction: Direction }

function Result({ tried, value, direction }: ResultProps) {
  const w = useWords(testerText)
  return (
    <Stack gap="8" paddingTop="12" borderTop role="status" data-verdict={verdictWord(tried, value, direction)}>
      {value === undefined ? (
        <Text.p tone="ink-3">{w.waiting}</Text.p>
      ) : value === notJson ? (
        <StateBadge shape="error" word={w.notJson} />
      ) : (
        <VerdictLines tried={tried} verdict={tryValue(tried, value, direction)} direction={direction} />
      )}
    </Stack>
  )
}

const verdictWord = (tried: Tried, value: unknown, direction: Direction): string =>
  value === undefined ? 'waiting' : value === notJson ? 'refused' : tryValue(tried, value, direction).is

type LinesProps = { tried: Tried; verdict: Verdict; direction: Direction }

function VerdictLines({ tried, verdict, direction }: LinesProps) {
  const w = useWords(testerText)
  const locale = useLocale()
  if (verdict.is === 'refused') {
    return (
      <>
        <StateBadge shape="error" word={w.refused} />
        <Stack.ul gap="4">
          {verdict.problems.map((problem) => (
            <Text.li key={problem.path} anywhere>
              {problemMessage(problem, locale)}
              {problem.path.includes('.') ? (
                <Text.code size="xs" tone="ink-3" block>
                  {problem.path}
                </Text.code>
              ) : null}
            </Text.li>
          ))}
        </Stack.ul>
        {direction === 'up' ? (
          <Text.p size="xs" line="20" tone="ink-3">
            {w.dropped}
          </Text.p>
        ) : null}
      </>
    )
  }
  return (
    <>
      <StateBadge shape="enabled" word={w.allowed} />
      <Grid.dl gap="4 12" columns="side-main">
        <Text.dt size="xs" line="20" tone="ink-3">
          {direction === 'up' ? w.stored : w.sent}
        </Text.dt>
        <Text.dd anywhere>
          <Text.code size="xs">{JSON.stringify(verdict.stored)}</Text.code>
        </Text.dd>
        {tried.is === 'value' ? (
          <>
            <Text.dt size="xs" line="20" tone="ink-3">
              {w.shown}
            </Text.dt>
            <Text.dd anywhere>{formatValue(tried.of, verdict.stored, locale, formatTime)}</Text.dd>
          </>
        ) : null}
      </Grid.dl>
    </>
  )
}
