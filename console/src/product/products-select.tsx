import { containsTyped } from '@brigade/contract/letters/folded.ts'
import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNameOf, useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox } from '../ui/field/checkbox.tsx'
import type { OptionGroup } from '../ui/field/select-options.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { StateShape } from '../ui/icon/state-shape.tsx'
import { Box, Row, Text } from '../ui/layout/layout.tsx'
import { PopPanel } from '../ui/menu/pop-panel.tsx'
import { ScrollRegion } from '../ui/page/scroll-region.tsx'
import css from './products-select.module.css'
import { productText } from './product.text.ts'

type Tree = ReplyOf<typeof productApi.select>

export type Models = Readonly<{
  groups: readonly OptionGroup[]
  /** True once the answer has arrived: a model without a name does not exist then. */
  isThere: boolean
  names: ReadonlyMap<string, string>
}>

/** All models by their series, in the language on screen; empty until they are there. */
export function useModels(kind?: DeviceKind): Models {
  const nameOf = useNameOf()
  const { data } = useQuery(ask(productApi.select, kind === undefined ? {} : { kind }, { quiet: true }))
  const tree: Tree = data ?? []
  const groups = tree
    .filter(({ products }) => products.length > 0)
    .map(({ name, products }) => ({
      group: nameOf(name),
      items: products.map((product) => ({ value: product.id, label: nameOf(product.name) })),
    }))
  const names = new Map(groups.flatMap(({ items }) => items.map(({ value, label }) => [value, label])))
  return { groups, isThere: data !== undefined, names }
}

type Props = {
  /** The label names the purpose of the choice. */
  label: string
  /** Only models of one kind. */
  kind?: DeviceKind
  /** The most models that can be chosen. */
  most: number
  required?: boolean
  productIds: readonly string[]
  onChange: (productIds: string[]) => void
  error?: ReactNode
  /** Models that do not fit, each with its reasons. */
  unfit?: ReadonlyMap<string, readonly string[]>
}

/** Several product models, and a panel to choose them from. */
export function ProductsSelect({ label, kind, most, required = false, productIds, onChange, error, unfit }: Props) {
  const w = useWords(productText)
  const models = useModels(kind)
  return (
    <div role="group" aria-label={label} data-path="productIds">
      <Text tone="ink-3" size="xs" weight="500">
        {label}
        {required ? (
          <Text tone="bad" className={css.star} aria-hidden="true">
            *
          </Text>
        ) : null}
      </Text>
      <Row gap="4" margin="4 0 12" align="center" wrap className={css.models}>
        {productIds.map((id) => {
          const isUnfit = unfit?.has(id) === true
          const isGone = models.isThere && !models.names.has(id)
          return (
            <Row.b
              key={id}
              inline
              gap="4"
              padding="0 6"
              align="center"
              weight="500"
              size="xs"
              line="20"
              radius="xs"
              ground="hover"
              className={isGone || isUnfit ? css.gone : undefined}
            >
              {isUnfit ? <Icon name="alert" size="tiny" /> : null}
              {models.names.get(id) ?? (models.isThere ? w.goneModel : '')}
            </Row.b>
          )
        })}
        <ModelPanel {...{ productIds, models, most, onChange }} />
      </Row>
      {unfit === undefined ? null : <Reasons productIds={productIds} unfit={unfit} />}
      {error === undefined ? null : (
        <Row.p gap="6" padding="4 0" size="xs" line="16" tone="bad" align="center" weight="400" role="alert">
          <StateShape name="error" size="tiny" />
          <span>{error}</span>
        </Row.p>
      )}
    </div>
  )
}

/** The first reason of each model that does not fit: all of them are at the fields that they are about. */
function Reasons({ productIds, unfit }: Pick<Props, 'productIds'> & { unfit: NonNullable<Props['unfit']> }) {
  const w = useWords(productText)
  const reasons = productIds.flatMap((id) => {
    const [first, ...more] = unfit.get(id) ?? []
    return first === undefined ? [] : [{ id, first, more: more.length }]
  })
  if (reasons.length === 0) return null
  return (
    <Text.ul padding="4 0" size="xs" line="16" tone="bad" weight="500" marginBottom="8" aria-live="polite">
      {reasons.map(({ id, first, more }) => (
        <Text.li key={id} anywhere>
          {more === 0 ? first : w.moreReasons({ first, n: more })}
        </Text.li>
      ))}
    </Text.ul>
  )
}

type PanelProps = Pick<Props, 'productIds' | 'most' | 'onChange'> & { models: Models }

/** A button, and the panel that it opens to choose models from. */
export function ModelPanel(props: PanelProps) {
  const w = useWords(productText)
  const [isOpen, setOpen] = useState(false)
  return (
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
      <ModelChoice {...props} />
    </PopPanel>
  )
}

function ModelChoice({ productIds, models, most, onChange }: PanelProps) {
  const w = useWords(productText)
  const [typed, setTyped] = useState('')
  const found = models.groups
    .map(({ group, items }) => ({
      group,
      items: items.filter(({ label }) => containsTyped([`${group} ${label}`], typed)),
    }))
    .filter(({ items }) => items.length > 0)
  const isFull = productIds.length >= most
  return (
    <Box padding="8" className={css.choice}>
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
        {found.length === 0 ? (
          <Text.p size="xs" line="16" tone="ink-3">
            {w.noModel}
          </Text.p>
        ) : null}
        {found.map(({ group, items }) => (
          <Box.fieldset key={group} margin="0 0 8" padding="0" border="none">
            <Text.legend size="xs" tone="ink-3">
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
    </Box>
  )
}
