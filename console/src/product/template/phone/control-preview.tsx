import type { Control, ControlTemplate } from '@brigade/contract/product/template/template.model.ts'
import { findProperty, findService, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useEffect, useState } from 'react'
import { ControlIcon } from './control-icon.tsx'
import { PhoneAsk, PhoneFrame, PhoneToast } from './phone-frame.tsx'
import css from './phone.module.css'
import type { PreviewProps } from './preview-props.ts'
import { sampleValue } from './sample-value.ts'

/** The appliance's own page: a reading, and the buttons in two columns. */
export function ControlPreview({ content, model, texts, label, productName }: PreviewProps<ControlTemplate>) {
  const { ui, say, name, value } = texts
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({})
  const [asked, setAsked] = useState<{ control: Control; isConfirmed: boolean } | null>(null)
  const [toast, setToast] = useState<string | null>(null)
  useEffect(() => {
    if (toast === null) return undefined
    const timer = setTimeout(() => setToast(null), 2000)
    return () => clearTimeout(timer)
  }, [toast])

  const words = (control: Control): string => say('device-control', control.id, 'label', control.label) || '-'
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
    if ((control.confirm && !isConfirmed) || isChoice) return setAsked({ control, isConfirmed: isChoice })
    setAsked(null)
    if (control.action === 'open-edit') return setToast(ui.opensEdit)
    if (control.action === 'open-info') return setToast(ui.opensInfo)
    if (property !== undefined) set(property.identifier, valueOf(control) === 1 ? 0 : 1)
    else setToast(isGone(control) ? ui.unknown : ui.done({ what: words(control) }))
  }
  const headline = content.headline === undefined ? undefined : findProperty(model, content.headline)
  return (
    <PhoneFrame
      label={label}
      texts={texts}
      title={productName}
      over={
        asked !== null ? (
          <Question
            asked={asked}
            texts={texts}
            words={words(asked.control)}
            property={propertyOf(asked.control)}
            now={valueOf(asked.control)}
            onCancel={() => setAsked(null)}
            onOk={() => press(asked.control, true)}
            onChosen={(chosen) => {
              if (asked.control.identifier !== undefined) set(asked.control.identifier, chosen)
              setAsked(null)
            }}
          />
        ) : toast !== null ? (
          <PhoneToast>{toast}</PhoneToast>
        ) : null
      }
    >
      {content.headline === undefined ? null : (
        <dl className={headline === undefined ? `${css.headline} ${css.gone}` : css.headline}>
          <dt>{headline === undefined ? content.headline : name('property', headline)}</dt>
          <dd>{headline === undefined ? '-' : value(headline, sampleValue(headline.dataType))}</dd>
          <dd className={css.online}>{ui.online}</dd>
        </dl>
      )}
      {content.controls.length === 0 ? <p className={css.nothing}>{ui.nothing}</p> : null}
      <div className={css.controls}>
        {content.controls.map((control) => {
          const property = propertyOf(control)
          const isSwitch = property?.dataType.type === 'bool'
          const isOn = isSwitch && valueOf(control) === 1
          return (
            <button
              key={control.id}
              type="button"
              className={[
                css.control,
                control.width === 2 ? css.wide : '',
                isOn ? css.controlOn : '',
                isGone(control) ? css.gone : '',
              ]
                .filter(Boolean)
                .join(' ')}
              aria-pressed={isSwitch ? isOn : undefined}
              onClick={() => press(control, false)}
            >
              <ControlIcon name={control.icon} />
              <span>
                <b>{words(control)}</b>
                {property === undefined ? null : <small>{value(property, valueOf(control))}</small>}
              </span>
            </button>
          )
        })}
      </div>
    </PhoneFrame>
  )
}

type QuestionProps = {
  asked: { control: Control; isConfirmed: boolean }
  texts: PreviewProps<ControlTemplate>['texts']
  words: string
  property: ReturnType<typeof findProperty>
  now: Value
  onCancel: () => void
  onOk: () => void
  onChosen: (value: Value) => void
}

/** Asks whether to, or, of an enumeration, which. */
function Question({ asked, texts, words, property, now, onCancel, onOk, onChosen }: QuestionProps) {
  if (!asked.isConfirmed || property?.dataType.type !== 'enum')
    return <PhoneAsk title={texts.ui.confirmTitle({ what: words })} texts={texts} onOk={onOk} onCancel={onCancel} />
  return (
    <PhoneAsk title={words} texts={texts} onCancel={onCancel}>
      <div className={css.chips} role="group" aria-label={words}>
        {property.dataType.items.map((item) => (
          <button key={item.value} type="button" aria-pressed={item.value === now} onClick={() => onChosen(item.value)}>
            {texts.value(property, item.value)}
          </button>
        ))}
      </div>
    </PhoneAsk>
  )
}
