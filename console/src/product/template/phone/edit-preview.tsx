import type { EditTemplate } from '@brigade/contract/product/template/template.model.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useState } from 'react'
import { Box, Text } from '../../../ui/layout/layout.tsx'
import { PhoneAsk, PhoneFrame } from '../../../ui/phone/phone-frame.tsx'
import css from './phone.module.css'
import type { PreviewProps } from './preview-props.ts'
import { sampleValue } from './sample-value.ts'
import { ValueControl } from './value-control.tsx'

type Item = EditTemplate['groups'][number]['items'][number]

/** Previews the settings, each with its control and its confirmation. */
export function EditPreview({ content, model, texts, label }: PreviewProps<EditTemplate>) {
  const { ui, ownText, name } = texts
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({})
  const [pending, setPending] = useState<{ item: Item; what: string; value: Value } | null>(null)
  const set = (item: Item, value: Value): void => setValues((before) => ({ ...before, [item.property]: value }))
  const nameOf = (item: Item, property: Property | undefined): string =>
    (item.label === undefined ? '' : ownText('params-edit', item.id, 'label', item.label)) ||
    (property === undefined ? item.property || ui.notChosen : name('property', property))
  return (
    <PhoneFrame
      label={label}
      texts={texts}
      title={ui.edit}
      over={
        pending === null ? null : (
          <PhoneAsk
            title={ui.confirmTitle({ what: pending.what })}
            texts={texts}
            onCancel={() => setPending(null)}
            onOk={() => {
              set(pending.item, pending.value)
              setPending(null)
            }}
          />
        )
      }
    >
      {content.groups.length === 0 ? <p className={css.nothing}>{ui.nothing}</p> : null}
      {content.groups.map((group) => (
        <Box.section key={group.id} marginBottom="16">
          <Text.b padding="0 4 6" tone="ink-3" size="xs" weight="600" block>
            {ownText('params-edit', group.id, 'title', group.title) || '-'}
          </Text.b>
          <div className={css.lines}>
            {group.items.map((item) => {
              const property = findProperty(model, item.property)
              const what = nameOf(item, property)
              if (property === undefined)
                return (
                  <div key={item.id} className={item.property === '' ? css.line : `${css.line} ${css.gone}`}>
                    <span>{what}</span>
                    <span>-</span>
                  </div>
                )
              return (
                <ValueControl
                  key={item.id}
                  label={what}
                  property={property}
                  control={item.control}
                  value={values[item.property] ?? sampleValue(property.dataType)}
                  texts={texts}
                  onChange={(value) => (item.confirm ? setPending({ item, what, value }) : set(item, value))}
                />
              )
            })}
          </div>
        </Box.section>
      ))}
    </PhoneFrame>
  )
}
