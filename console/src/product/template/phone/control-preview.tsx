import type { Control, ControlTemplate } from '@brigade/contract/product/template/template.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, findService, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useEffect, useState } from 'react'
import { Grid } from '../../../ui/layout/layout.tsx'
import { ControlIcon } from './control-icon.tsx'
import { PhoneAsk, PhoneFrame, PhoneToast } from '../../../ui/phone/phone-frame.tsx'
import css from './phone.module.css'
import type { PreviewProps } from './preview-props.ts'
import { sampleValue } from './sample-value.ts'
import { PhoneChoice } from './value-control.tsx'

/** The page of the appliance shows a reading, and the buttons in two columns. */
export function ControlPreview({ content, model, texts, label, productName }: PreviewProps<ControlTemplate>) {
  const { ui } = texts
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({})
  const [pending, setPending] = useState<{ control: Control; isConfirmed: boolean } | null>(null)
  const [toast, setToast] = useToast()

  const propertyOf = ({ action, identifier }: Control) =>
    action === 'set' ? findProperty(model, identifier ?? '') : undefined
  const isGone = (control: Control): boolean =>
    control.action === 'set'
      ? propertyOf(control) === undefined && control.identifier !== ''
      : control.action === 'call' &&
        control.identifier !== '' &&
        findService(model, control.identifier ?? '') === undefined
  const valueOf = (control: Control): Value => {
    const property = propertyOf(control)
    return property === undefined ? 0 : (values[property.identifier] ?? sampleValue(property.dataType))
  }
  const set = (identifier: string, next: Value): void => setValues((before) => ({ ...before, [identifier]: next }))
  const press = (control: Control, isConfirmed: boolean): void => {
    const property = propertyOf(control)
    const isChoice = property?.dataType.type === 'enum'
    if ((control.confirm && !isConfirmed) || isChoice) return setPending({ control, isConfirmed: isChoice })
    setPending(null)
    if (control.action === 'open-edit') return setToast(ui.opensEdit)
    if (control.action === 'open-info') return setToast(ui.opensInfo)
    if (property !== undefined) set(property.identifier, valueOf(control) === 1 ? 0 : 1)
    else setToast(isGone(control) ? ui.unknown : ui.done({ what: wordsOf(texts, control) }))
  }
  return (
    <PhoneFrame
      label={label}
      texts={texts}
      title={productName}
      over={
        pending !== null ? (
          <Question
            pending={pending}
            texts={texts}
            words={wordsOf(texts, pending.control)}
            property={propertyOf(pending.control)}
            now={valueOf(pending.control)}
            onCancel={() => setPending(null)}
            onOk={() => press(pending.control, true)}
            onChosen={(chosen) => {
              if (pending.control.identifier !== undefined) set(pending.control.identifier, chosen)
              setPending(null)
            }}
          />
        ) : toast !== null ? (
          <PhoneToast>{toast}</PhoneToast>
        ) : null
      }
    >
      {content.headline === undefined ? null : <Headline identifier={content.headline} model={model} texts={texts} />}
      {content.controls.length === 0 ? <p className={css.nothing}>{ui.nothing}</p> : null}
      <Grid gap="8" columns="halves">
        {content.controls.map((control) => {
          const property = propertyOf(control)
          return (
            <ControlButton
              key={control.id}
              control={control}
              property={property}
              value={valueOf(control)}
              isGone={isGone(control)}
              texts={texts}
              onPress={() => press(control, false)}
            />
          )
        })}
      </Grid>
    </PhoneFrame>
  )
}

/** A toast of the phone closes by itself after two seconds. */
function useToast() {
  const [toast, setToast] = useState<string | null>(null)
  useEffect(() => {
    if (toast === null) return undefined
    const timer = setTimeout(() => setToast(null), 2000)
    return () => clearTimeout(timer)
  }, [toast])
  return [toast, setToast] as const
}

type Texts = PreviewProps<ControlTemplate>['texts']
type HeadlineProps = { identifier: string; model: ThingModel; texts: Texts }

/** The large reading at the top, of a property that may no longer exist. */
function Headline({ identifier, model, texts: { ui, name, value } }: HeadlineProps) {
  const property = findProperty(model, identifier)
  return (
    <dl className={property === undefined ? `${css.headline} ${css.gone}` : css.headline}>
      <dt>{property === undefined ? identifier : name('property', property)}</dt>
      <dd>{property === undefined ? '-' : value(property, sampleValue(property.dataType))}</dd>
      <dd className={css.online}>{ui.online}</dd>
    </dl>
  )
}

type ButtonProps = {
  control: Control
  property: ReturnType<typeof findProperty>
  value: Value
  isGone: boolean
  texts: Texts
  onPress: () => void
}

function ControlButton({ control, property, value, isGone, texts, onPress }: ButtonProps) {
  const isSwitch = property?.dataType.type === 'bool'
  const isOn = isSwitch && value === 1
  const classes = [css.control, control.width === 2 ? css.wide : '', isOn ? css.controlOn : '', isGone ? css.gone : '']
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-pressed={isSwitch ? isOn : undefined}
      onClick={onPress}
    >
      <ControlIcon name={control.icon} />
      <span>
        <b>{wordsOf(texts, control)}</b>
        {property === undefined ? null : <small>{texts.value(property, value)}</small>}
      </span>
    </button>
  )
}

const wordsOf = ({ ownText }: Texts, control: Control): string =>
  ownText('device-control', control.id, 'label', control.label) || '-'

type QuestionProps = {
  pending: { control: Control; isConfirmed: boolean }
  texts: Texts
  words: string
  property: ReturnType<typeof findProperty>
  now: Value
  onCancel: () => void
  onOk: () => void
  onChosen: (value: Value) => void
}

/** Asks for a confirmation, or for an item of an enumeration. */
function Question({ pending, texts, words, property, now, onCancel, onOk, onChosen }: QuestionProps) {
  if (!pending.isConfirmed || property?.dataType.type !== 'enum')
    return <PhoneAsk title={texts.ui.confirmTitle({ what: words })} texts={texts} onOk={onOk} onCancel={onCancel} />
  return (
    <PhoneAsk title={words} texts={texts} onCancel={onCancel}>
      <PhoneChoice
        label={words}
        property={property}
        items={property.dataType.items}
        value={now}
        texts={texts}
        onChange={onChosen}
      />
    </PhoneAsk>
  )
}
