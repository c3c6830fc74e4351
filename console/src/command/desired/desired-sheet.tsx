import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { startsHeat } from '@brigade/contract/command/command.rules.ts'
import { maxDesired } from '@brigade/contract/command/desired.model.ts'
import type { Shadow } from '@brigade/contract/telemetry/shadow.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useUnits } from '../../platform/units.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { PasswordForm } from '../../ui/dialog/password-prompt.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { commandText } from '../command.text.ts'
import { messagesBelow, type Typed } from '../command-draft.ts'
import { TypedField } from '../typed-field.tsx'
import { jsonOf, pathOf, problemMessages } from '../property-form.tsx'
import { useDraft, type DraftState } from '../use-draft.ts'
import { desiredOf, type DeviceView } from '../../device/view/device-view.ts'
import { valueText } from '../../device/view/shown-value.ts'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { DesiredClash } from './desired-clash.tsx'
import { firstTyped, readDesired } from './desired-values.ts'
import css from './desired.module.css'
import { desiredText } from './desired.text.ts'

type Props = {
  view: DeviceView
  /** The properties to begin with. Null closes the sheet. */
  start: readonly string[] | null
  onClose: () => void
}

/** Sets the desired values of a device, online or not. */
export function DesiredSheet({ view, start, onClose }: Props) {
  const w = useWords(desiredText)
  const { model, shadow } = view
  return (
    <SideSheet title={w.open} isOpen={start !== null} onClose={onClose} width={480}>
      {start === null || model === null || shadow === null ? null : (
        <Form view={view} model={model} seen={shadow} start={start} onClose={onClose} />
      )}
    </SideSheet>
  )
}

type FormProps = {
  view: DeviceView
  model: ThingModel
  /** The shadow when the sheet opens: the first texts of the fields come from it. */
  seen: Shadow
  start: readonly string[]
  onClose: () => void
}
type Clash = { by: CallError; now: Shadow }
type Values = ReturnType<typeof readDesired>['values']

/** Sends desired values against the shadow that they were made from. A newer shadow is a clash, which the person resolves. */
function useDesiredWrite({ kind, device }: DeviceView, seen: Shadow, onDone: () => void) {
  const w = useWords(desiredText)
  const client = useQueryClient()
  const { mutateAsync } = useSend(commandCalls[kind].setDesired, { quiet: true })
  const [base, setBase] = useKept('desired base', seen)
  const [clash, setClash] = useState<Clash | null>(null)
  return {
    base,
    clash,
    send: async (values: Values, password: string, confirmsHeat: boolean): Promise<void> => {
      try {
        await mutateAsync({ id: device.id, version: base.version, values, password, confirmsHeat })
        toastDone(w.done)
        onDone()
      } catch (error) {
        if (!(error instanceof CallError) || error.key !== 'device.shadowMoved') throw error
        const now = await client.fetchQuery({ ...ask(telemetryCalls[kind].shadow, { id: device.id }), staleTime: 0 })
        setClash({ by: error, now })
      }
    },
    goOn: (): void => {
      if (clash !== null) setBase(clash.now)
      setClash(null)
    },
  }
}

function Form({ view, model, seen, start, onClose }: FormProps) {
  const w = useWords(desiredText)
  const command = useWords(commandText)
  const locale = useLocale()
  const units = useUnits()
  const write = useDesiredWrite(view, seen, onClose)
  const { base, clash } = write
  const [identifiers, setIdentifiers] = useKept('desired chosen', start)
  const draft = useDraft(model.properties, 'desired')
  const chosen = identifiers.flatMap((identifier) => findProperty(model, identifier) ?? [])
  const typed = Object.fromEntries(
    chosen.map((property) => [property.identifier, typedOf(property, draft, firstTyped(property, base, units))]),
  )
  const { values, problems } = readDesired(chosen, typed, units)
  const params = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, jsonOf(value)]))
  // A value that is kept for later may start the heat when nobody expects it.
  const isHeat = startsHeat(view.kind, { kind: 'property.set', params })
  const messages = problemMessages(problems, (path) => draft.left.has(path), locale, units)

  const drop = (dropped: readonly string[]): void =>
    setIdentifiers(identifiers.filter((identifier) => !dropped.includes(identifier)))
  // Fields that take the other change are no longer sent by this form.
  const goOn = (theirs: readonly string[]): void => {
    drop(theirs)
    write.goOn()
  }
  const hasProblems = Object.keys(problems).length > 0
  return (
    <Stack gap="12">
      <Text.p tone="ink-3">{w.what}</Text.p>
      <Row.p gap="8" padding="8 12" align="center" border="line" radius="s" ground="canvas" role="status">
        <StateShape name={view.device.online ? 'online' : 'offline'} />
        {view.device.online ? w.onlineNow : w.offlineNow}
      </Row.p>
      <AddProperty model={model} chosen={identifiers} onAdd={(added) => setIdentifiers([...identifiers, added])} />
      {chosen.map((property) => (
        <ChosenProperty
          key={property.identifier}
          property={property}
          base={base}
          draft={draft}
          messages={messages}
          onDrop={() => drop([property.identifier])}
        />
      ))}
      {clash !== null ? (
        <DesiredClash
          model={model}
          by={clash.by}
          before={base}
          now={clash.now}
          mine={values}
          onKeepMine={() => goOn([])}
          onTakeTheirs={goOn}
        />
      ) : chosen.length === 0 ? (
        <Text.p tone="ink-3">{w.none}</Text.p>
      ) : hasProblems ? (
        <Row.p gap="6" align="center" tone="bad" role="status">
          <StateShape name="error" size="tiny" />
          {Object.keys(messages).length > 0 ? command.fixFirst : command.enterFirst}
        </Row.p>
      ) : (
        <PasswordForm
          confirmLabel={w.confirm({ count: chosen.length })}
          condition={isHeat ? command.heatCondition : undefined}
          onCancel={onClose}
          onConfirm={(password) => write.send(values, password, isHeat)}
        >
          <Summary properties={chosen} base={base} values={values} />
        </PasswordForm>
      )}
    </Stack>
  )
}

type AddProps = { model: ThingModel; chosen: readonly string[]; onAdd: (identifier: string) => void }

function AddProperty({ model, chosen, onAdd }: AddProps) {
  const w = useWords(desiredText)
  const locale = useLocale()
  const isFull = chosen.length >= maxDesired
  return (
    <SelectField
      label={w.choose}
      bare
      searchable
      disabled={isFull}
      hint={isFull ? w.most({ max: maxDesired }) : undefined}
      value={null}
      options={model.properties
        .filter(isWritable)
        .filter(({ identifier }) => !chosen.includes(identifier))
        .map(({ identifier, name }) => ({ value: identifier, label: `${name[locale]} · ${identifier}` }))}
      onChange={(identifier) => identifier !== null && onAdd(identifier)}
    />
  )
}

type ChosenProps = {
  property: Property
  base: Shadow
  draft: DraftState
  messages: ReturnType<typeof problemMessages>
  onDrop: () => void
}

function ChosenProperty({ property, base, draft, messages, onDrop }: ChosenProps) {
  const w = useWords(desiredText)
  const locale = useLocale()
  const first = firstTyped(property, base, useUnits())
  return (
    <Grid gap="8" columns="main-side" className={css.one}>
      <div>
        <TypedField
          of={property}
          typed={typedOf(property, draft, first)}
          first={first}
          otherwise="choose"
          onChange={(next) => draft.change(property.identifier, next)}
          onLeave={(path) => draft.leave(pathOf(property.identifier, path))}
          errors={messagesBelow(property.identifier, messages)}
        />
      </div>
      <IconButton icon="x" label={w.drop({ name: property.name[locale] })} onClick={onDrop} />
    </Grid>
  )
}

const typedOf = ({ identifier }: Property, { draft }: DraftState, first: Typed): Typed => draft[identifier] ?? first

/** Shows for each value the reported or desired value of now, and the new desired value. */
function Summary({
  properties,
  base,
  values,
}: {
  properties: readonly Property[]
  base: Shadow
  values: Readonly<Record<string, unknown>>
}) {
  const w = useWords(desiredText)
  const locale = useLocale()
  const units = useUnits()
  return (
    <Stack.ul gap="4">
      {properties.map(({ identifier, name, dataType }) => {
        const format = (value: unknown): string => valueText(dataType, value, { locale, units })
        const reported = base.list.find((entry) => entry.identifier === identifier)
        const desired = desiredOf(base, identifier)
        const now =
          desired !== null
            ? w.desired({ value: format(desired.value) })
            : reported === undefined
              ? w.noneYet
              : w.reported({ value: format(reported.value) })
        return (
          <Row.li key={identifier} gap="16" justify="between" tone="ink-2">
            <span>{name[locale]}</span>
            <span>
              {now} {'→'}{' '}
              <Text.b weight="600" tone="ink">
                {format(values[identifier])}
              </Text.b>
            </span>
          </Row.li>
        )
      })}
    </Stack.ul>
  )
}
