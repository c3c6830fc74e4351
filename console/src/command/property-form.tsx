import { startsHeat } from '@brigade/contract/command/command.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isWritable, problemMessage, type ValueProblem } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { emptyValue } from '../platform/format.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { useUnits, type Units } from '../platform/units.ts'
import { PasswordForm } from '../ui/dialog/password-prompt.tsx'
import { StateShape } from '../ui/icon/state-shape.tsx'
import { valueText, shownType } from '../device/view/shown-value.ts'
import { Box, Grid, Stack, Text } from '../ui/layout/layout.tsx'
import { checkSetting, isUntouched, messagesBelow, typedOf, type Problems } from './command-draft.ts'
import { CommandSummary, type Target } from './command-confirm.tsx'
import { commandText } from './command.text.ts'
import css from './command.module.css'
import { TypedField } from './typed-field.tsx'
import type { Order } from './use-commands.ts'
import type { DraftState } from './use-draft.ts'

type Props = {
  kind: DeviceKind
  model: ThingModel
  reported: (identifier: string) => unknown
  state: DraftState
  target: Target
  onSend: (order: Order) => Promise<void>
}

/** The anchor of the button "set this property". */
export const anchorOf = (identifier: string): string => `set-${identifier}`

/** Describes a problem with the range and the unit on screen. */
function problemText(problem: ValueProblem, locale: Locale, units: Units): string {
  return problemMessage(
    { ...problem, dataType: problem.dataType === undefined ? undefined : shownType(problem.dataType, units) },
    locale,
  )
}

/** The messages of the fields that were left. Other fields show no problem yet. */
export function problemMessages(
  problems: Problems,
  isLeft: (path: string) => boolean,
  locale: Locale,
  units: Units,
): Readonly<Record<string, string>> {
  const shown = Object.entries(problems).filter(([path]) => isLeft(path))
  return Object.fromEntries(shown.map(([path, problem]) => [path, problemText(problem, locale, units)]))
}

export const pathOf = (identifier: string, below: string): string =>
  below === '' ? identifier : `${identifier}.${below}`

/** Shows every writable property with its reported value; changed ones are listed and sent. */
export function PropertyForm({ kind, model, reported, state, target, onSend }: Props) {
  const w = useWords(commandText)
  const locale = useLocale()
  const units = useUnits()
  const writable = model.properties.filter(isWritable)
  const { changes, problems } = checkSetting(model, state.draft, reported, units)
  const changed = new Map(changes.map((change) => [change.property.identifier, change]))
  const messages = problemMessages(problems, (path) => state.left.has(path), locale, units)
  const format = (identifier: string, value: unknown): string => {
    const property = changed.get(identifier)?.property
    return property === undefined || value === undefined
      ? emptyValue
      : valueText(property.dataType, value, { locale, units })
  }
  const params = Object.fromEntries(changes.map((change) => [change.property.identifier, jsonOf(change.after)]))
  const isHeat = startsHeat(kind, { kind: 'property.set', params })
  const send = async (password: string): Promise<void> => {
    await onSend({ kind: 'property.set', params, password, confirmsHeat: isHeat })
    state.clear()
  }
  if (writable.length === 0) return <Nothing>{w.noWritable}</Nothing>
  return (
    <>
      <Grid gap="8 16" padding="16" columns="2" align="start" className={css.body}>
        {writable.map((property) => {
          const { identifier, dataType } = property
          const value = reported(identifier)
          const first = typedOf(dataType, value, units)
          const below = messagesBelow(identifier, messages)
          return (
            <TypedField
              key={identifier}
              anchor={anchorOf(identifier)}
              of={property}
              typed={state.draft[identifier] ?? first}
              first={first}
              otherwise="leave"
              onChange={(next) =>
                state.change(identifier, isUntouched(property, next, value, units) ? undefined : next)
              }
              onLeave={(path) => state.leave(pathOf(identifier, path))}
              errors={below}
              was={changed.has(identifier) || below[''] !== undefined ? { value } : undefined}
            />
          )
        })}
      </Grid>
      {Object.keys(problems).length > 0 ? (
        <Blocked>{Object.keys(messages).length > 0 ? w.fixFirst : w.enterFirst}</Blocked>
      ) : changes.length > 0 ? (
        <Box padding="16" ground="canvas" borderTop>
          <PasswordForm
            confirmLabel={w.sendValues({ count: changes.length })}
            condition={isHeat ? w.heatCondition : undefined}
            onCancel={state.clear}
            onConfirm={send}
          >
            <CommandSummary
              isHeat={isHeat}
              target={target}
              lines={changes.map(({ property: { identifier }, before, after }) => ({
                key: identifier,
                name: identifier,
                from: format(identifier, before),
                to: format(identifier, after),
              }))}
            />
          </PasswordForm>
        </Box>
      ) : (
        <Text.p padding="0 16 16" tone="ink-3" size="xs">
          {w.nothingChanged}
        </Text.p>
      )}
    </>
  )
}

/** A checked value is plain JSON; a copy leaves its read-only types behind. */
export function jsonOf(value: unknown): Json {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return value
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, jsonOf(entry)]))
  return null
}
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

function Blocked({ children }: { children: string }) {
  return (
    <Box padding="16" ground="canvas" borderTop>
      <p className={css.blocked} role="status">
        <StateShape name="error" size="tiny" />
        {children}
      </p>
    </Box>
  )
}

/** Replaces the form if the model has nothing to set or to call. */
export function Nothing({ children }: { children: string }) {
  return (
    <Stack.p gap="8" padding="16" tone="ink-3" className={css.body}>
      {children}
    </Stack.p>
  )
}
