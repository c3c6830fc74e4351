import type { InfoTemplate } from '@brigade/contract/product/template/template.model.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { Box, Text } from '../../../ui/layout/layout.tsx'
import { PhoneFrame } from '../../../ui/phone/phone-frame.tsx'
import css from './phone.module.css'
import type { PreviewProps } from './preview-props.ts'
import { sampleValue } from './sample-value.ts'

type Item = InfoTemplate['groups'][number]['items'][number]

/** The readings: large ones first, then the groups. */
export function InfoPreview({ content, model, texts, label }: PreviewProps<InfoTemplate>) {
  const { ui, ownText, name, value } = texts
  const large = content.groups.flatMap(({ items }) => items.filter(({ emphasis }) => emphasis))
  const shown = (item: Item): { label: string; value: string; isGone: boolean } => {
    const property = findProperty(model, item.property)
    const own = item.label === undefined ? undefined : ownText('params-info', item.id, 'label', item.label)
    if (property === undefined)
      return { label: own || item.property || ui.notChosen, value: '-', isGone: item.property !== '' }
    return {
      label: own || name('property', property),
      value: value(property, sampleValue(property.dataType)),
      isGone: false,
    }
  }
  const list = (items: readonly Item[], className: string | undefined) => (
    <dl className={className}>
      {items.map((item) => {
        const one = shown(item)
        return (
          <div key={item.id} className={one.isGone ? css.gone : undefined}>
            <dt>{one.label}</dt>
            <dd>{one.value}</dd>
          </div>
        )
      })}
    </dl>
  )
  return (
    <PhoneFrame label={label} texts={texts} title={ui.info}>
      {content.groups.length === 0 ? <p className={css.nothing}>{ui.nothing}</p> : null}
      {large.length === 0 ? null : list(large, css.figures)}
      {content.groups.map((group) => {
        const rest = group.items.filter(({ emphasis }) => !emphasis)
        return rest.length === 0 && group.items.length > 0 ? null : (
          <Box.section key={group.id} marginBottom="16">
            <Text.b padding="0 4 6" tone="ink-3" size="xs" weight="600" block>
              {ownText('params-info', group.id, 'title', group.title) || '-'}
            </Text.b>
            {list(rest, css.lines)}
          </Box.section>
        )
      })}
    </PhoneFrame>
  )
}
