import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { startsHeat } from '@brigade/contract/command/command.rules.ts'
import { mostDesired } from '@brigade/contract/command/desired.model.ts'
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
import { messagesBelow } from '../command-draft.ts'
import { TypedField } from '../typed-field.tsx'
import { jsonOf, pathOf, saidProblems } from '../property-form.tsx'
import { useDraft } from '../use-draft.ts'
import { desiredOf, type DeviceView } from '../../device/view/device-view.ts'
import { sayValue } from '../../device/view/shown-value.ts'
import { DesiredClash } from './desired-clash.tsx'
import { firstTyped, readDesired } from './desired-values.ts'
import css from './desired.module.css'
import { desiredText } from './desired.text.ts'

type Props = {
  view: DeviceView
  /** Properties to begin with; null: closed. */
  start: readonly string[] | null
  onClose: () => void
}

/** Sets values that a device shall have, online or not. */
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
  /** As it is when the sheet opens: what is typed is made from it. */
  seen: Shadow
  start: readonly string[]
  onClose: () => void
}
type Clash = { by: CallError; now: Shadow }

function Form({ view: { kind, device }, model, seen, start, onClose }: FormProps) {
  const w = useWords(desiredText)
  const command = useWords(commandText)
  const locale = useLocale()
  const units = useUnits()
  const client = useQueryClient()
  const send = useSend(commandCalls[kind].setDesired, { quiet: true })
  const [base, setBase] = useKept('desired base', seen)
  const [clash, setClash] = useState<Clash | null>(null)
  const [identifiers, setIdentifiers] = useKept('desired chosen', start)
  const draft = useDraft(model.properties, 'desired')
  const writable = model.properties.filter(isWritable)
  const chosen = identifiers.flatMap((identifier) => findProperty(model, identifier) ?? [])
  const typedOf = (property: Property) => draft.draft[property.identifier] ?? firstTyped(property, base, units)
  const typed = Object.fromEntries(chosen.map((property) => [property.identifier, typedOf(property)]))
  const { values, problems } = readDesired(chosen, typed, units)
  const params = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, jsonOf(value)]))
  // Kept for later it may heat when nobody expects it any more.
  const isHeat = startsHeat(kind, { kind: 'property.set', params })
  const messages = saidProblems(problems, (path) => draft.left.has(path), locale, units)

  const confirm = async (password: string): Promise<void> => {
    const body = { id: device.id, version: base.version, values: params, password, confirmsHeat: isHeat }
    try {
      await send.mutateAsync(body)
      toastDone(w.done)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError) || error.key !== 'device.shadowMoved') throw error
      const now = await client.fetchQuery({ ...ask(telemetryCalls[kind].shadow, { id: device.id }), staleTime: 0 })
      setClash({ by: error, now })
    }
  }
  const goOn = (now: Shadow, theirs: readonly string[]): void => {
    // Fields that take theirs show what is desired now, and are no longer sent by this form.
    setIdentifiers(identifiers.filter((identifier) => !theirs.includes(identifier)))
    setBase(now)
    setClash(null)
  }
  const isFull = identifiers.length >= mostDesired
  const hasProblems = Object.keys(problems).length > 0
  return (
    <div className={css.sheet}>
      <p className={css.note}>{w.what}</p>
      <p className={css.reach} role="status">
        <StateShape name={device.online ? 'online' : 'offline'} />
        {device.online ? w.onlineNow : w.offlineNow}
      </p>
      <SelectField
        label={w.choose}
        bare
        searchable
        disabled={isFull}
        hint={isFull ? w.most({ max: mostDesired }) : undefined}
        value={null}
        options={writable
          .filter(({ identifier }) => !identifiers.includes(identifier))
          .map(({ identifier, name }) => ({ value: identifier, label: `${name[locale]} · ${identifier}` }))}
        onChange={(identifier) => identifier !== null && setIdentifiers([...identifiers, identifier])}
      />
      {chosen.map((property) => (
        <div key={property.identifier} className={css.one}>
          <div>
            <TypedField
              of={property}
              typed={typedOf(property)}
              first={firstTyped(property, base, units)}
              otherwise="choose"
              onChange={(next) => draft.change(property.identifier, next)}
              onLeave={(path) => draft.leave(pathOf(property.identifier, path))}
              errors={messagesBelow(property.identifier, messages)}
            />
          </div>
          <IconButton
            icon="x"
            label={w.drop({ name: property.name[locale] })}
            onClick={() => setIdentifiers(identifiers.filter((identifier) => identifier !== property.identifier))}
          />
        </div>
      ))}
      {clash !== null ? (
        <DesiredClash
          model={model}
          by={clash.by}
          before={base}
          now={clash.now}
          mine={values}
          onKeepMine={() => goOn(clash.now, [])}
          onTakeTheirs={(theirs) => goOn(clash.now, theirs)}
        />
      ) : chosen.length === 0 ? (
        <p className={css.note}>{w.none}</p>
      ) : hasProblems ? (
        <p className={css.blocked} role="status">
          <StateShape name="error" size="tiny" />
          {Object.keys(messages).length > 0 ? command.fixFirst : command.enterFirst}
        </p>
      ) : (
        <PasswordForm
          confirmLabel={w.confirm({ count: chosen.length })}
          condition={isHeat ? command.heatCondition : undefined}
          onCancel={onClose}
          onConfirm={confirm}
        >
          <Summary properties={chosen} base={base} values={values} />
        </PasswordForm>
      )}
    </div>
  )
}

/** Each value: what is reported and desired now, and what shall be. */
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
    <ul className={css.changes}>
      {properties.map(({ identifier, name, dataType }) => {
        const say = (value: unknown): string => sayValue(dataType, value, { locale, units })
        const reported = base.entries.find((entry) => entry.identifier === identifier)
        const desired = desiredOf(base, identifier)
        const now =
          desired !== null
            ? w.desired({ value: say(desired.value) })
            : reported === undefined
              ? w.noneYet
              : w.reported({ value: say(reported.value) })
        return (
          <li key={identifier}>
            <span>{name[locale]}</span>
            <span>
              {now} {'→'} <b>{say(values[identifier])}</b>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
