import { partLimits } from '@brigade/contract/system/parts/parts.model.ts'
import { useWords } from '../../platform/locale.ts'
import { ModelPanel, type Models } from '../../product/products-select.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'

type Props = {
  productIds: string[]
  models: Models
  error: string | undefined
  onChange: (productIds: string[]) => void
}

/** The models that a part fits, each with a button to remove it, and a panel to add others. */
export function PartModels({ productIds, models, error, onChange }: Props) {
  const w = useWords(partsText)
  return (
    <Stack gap="6" justifyItems="start" paddingBottom="8" shrink role="group" aria-label={w.fits}>
      <Text tone="ink-3" size="xs" line="16" weight="500">
        {w.fits}
      </Text>
      {productIds.length === 0 ? null : (
        <Row.ul gap="4" wrap className={css.chips}>
          {productIds.map((id) => {
            const name = models.names.get(id) ?? (models.isThere ? w.goneModel : '')
            return (
              <Row.li
                key={id}
                gap="2"
                align="center"
                paddingLeft="8"
                border="line"
                radius="s"
                size="xs"
                shrink
                className={models.isThere && !models.names.has(id) ? css.gone : undefined}
              >
                <span>{name}</span>
                <IconButton
                  size="tiny"
                  icon="x"
                  label={w.takeOff({ name })}
                  onClick={() => onChange(productIds.filter((one) => one !== id))}
                />
              </Row.li>
            )
          })}
        </Row.ul>
      )}
      <ModelPanel most={partLimits.products} {...{ productIds, models, onChange }} />
      <span className={error === undefined ? css.note : css.wrongNote} role="status">
        {error ?? (productIds.length === 0 ? w.fitsAll : '')}
      </span>
    </Stack>
  )
}
