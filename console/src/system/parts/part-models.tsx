import { containsTyped } from '@brigade/contract/letters/folded.ts'
import { partLimits } from '@brigade/contract/system/parts/parts.model.ts'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'
import type { Models } from './models.ts'
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
  const [isOpen, setOpen] = useState(false)
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
      <PopPanel
        label={w.chooseModels}
        position="bottom-start"
        isOpen={isOpen}
        onOpenChange={setOpen}
        flush
        target={
          <Button size="small" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {w.chooseModels}
          </Button>
        }
      >
        <ModelChoice productIds={productIds} models={models} onChange={onChange} />
      </PopPanel>
      <span className={error === undefined ? css.note : css.wrongNote} role="status">
        {error ?? (productIds.length === 0 ? w.fitsAll : '')}
      </span>
    </Stack>
  )
}

function ModelChoice({ productIds, models, onChange }: Omit<Props, 'error'>) {
  const w = useWords(partsText)
  const [typed, setTyped] = useState('')
  const found = models.groups
    .map(({ group, items }) => ({
      group,
      items: items.filter(({ label }) => containsTyped([`${group} ${label}`], typed)),
    }))
    .filter(({ items }) => items.length > 0)
  const isFull = productIds.length >= partLimits.products
  return (
    <Stack gap="8" paddingTop="12" className={css.choice}>
      <TextField
        bare
        startsFocused
        icon="search"
        label={w.findModel}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ScrollRegion className={css.choiceList} label={w.chooseModels}>
        {found.length === 0 ? <p className={css.note}>{w.noModel}</p> : null}
        {found.map(({ group, items }) => (
          <Box.fieldset key={group} margin="0" padding="0" border="none">
            <Text.legend tone="ink-3" size="xs">
              {group}
            </Text.legend>
            {items.map(({ value, label }) => {
              const isChosen = productIds.includes(value)
              return (
                <Checkbox
                  key={value}
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={(next) =>
                    onChange(next ? [...productIds, value] : productIds.filter((one) => one !== value))
                  }
                >
                  {label}
                </Checkbox>
              )
            })}
          </Box.fieldset>
        ))}
      </ScrollRegion>
    </Stack>
  )
}
