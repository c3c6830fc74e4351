import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Switch } from '../../ui/field/checkbox.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { OrderedList } from '../../ui/order/ordered-list.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { PartFields } from './part-fields.tsx'
import type { Models } from '../../product/products-select.tsx'
import { usePartName } from './part-name.ts'
import { PartThumb } from './part-picture.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'
import type { EditedList } from './use-part-list.ts'

type ProblemAt = (path: string) => string | undefined
type Props = {
  list: EditedList
  models: Models
  /** The parts are read-only. */
  isLocked: boolean
  /** It is being saved. */
  isOff: boolean
  /** The reason why no part can be added. */
  fullReason: string | undefined
  problemAt: ProblemAt
}

/** The parts in their order, each a line that opens for editing. */
export function PartCards({ list, models, isLocked, isOff, fullReason, problemAt }: Props) {
  const w = useWords(partsText)
  const partName = usePartName()
  const { parts, shown, setFilter } = list
  const cardOf = (part: Part, handle: ReactNode) => (
    <PartCard
      part={part}
      index={parts.indexOf(part)}
      handle={handle}
      list={list}
      models={models}
      isLocked={isLocked}
      fullReason={fullReason}
      problemAt={problemAt}
    />
  )
  if (shown.length === 0)
    return (
      <EmptyPanel
        icon="filter-off"
        title={w.noneFound}
        hint={w.noneFoundHint}
        onAction={() => setFilter({ productId: null, keyword: '' })}
        actionLabel={w.clearFilters}
      />
    )
  if (isLocked)
    return (
      <ol className={css.cards} aria-label={w.list}>
        {shown.map((part) => (
          <li key={part.id} className={css.card}>
            {cardOf(part, null)}
          </li>
        ))}
      </ol>
    )
  return (
    <Stack.fieldset gap="8" margin="0" padding="0" border="none" shrink disabled={isOff}>
      <OrderedList
        label={w.list}
        className={css.cards}
        itemClassName={css.card}
        items={shown}
        keyOf={({ id }) => id}
        nameOf={(part) => partName(part, parts.indexOf(part))}
        onOrder={list.order}
      >
        {(part, _, handle) => cardOf(part, handle)}
      </OrderedList>
      <p className={css.note}>{w.orderHint}</p>
    </Stack.fieldset>
  )
}

type CardProps = Pick<Props, 'list' | 'models' | 'isLocked' | 'fullReason' | 'problemAt'> & {
  part: Part
  /** The position in the whole list. */
  index: number
  handle: ReactNode
}

const fieldNames = ['name.zh', 'name.en', 'number', 'priceNote', 'link', 'imageFileId', 'productIds']

function PartCard({ part, index, handle, list, models, isLocked, fullReason, problemAt }: CardProps) {
  const w = useWords(partsText)
  const name = usePartName()(part, index)
  const path = `parts.${index}`
  const isOpen = list.open === part.id && !isLocked
  const isWrong = fieldNames.some((field) => problemAt(`${path}.${field}`) !== undefined)
  const summary = (
    <>
      <b data-cut="">{name}</b>
      <span data-cut="">
        {part.number} {part.priceNote === '' ? '' : `· ${part.priceNote}`}
      </span>
    </>
  )
  return (
    <>
      <div className={part.enabled ? css.line : `${css.line} ${css.off}`}>
        {handle}
        <PartThumb fileId={part.imageFileId} />
        {isLocked ? (
          <Stack.span textAlign="left" grow shrink className={css.words}>
            {summary}
          </Stack.span>
        ) : (
          <Stack.button
            textAlign="left"
            grow
            shrink
            type="button"
            className={css.words}
            aria-expanded={isOpen}
            onClick={() => list.setOpen(isOpen ? null : part.id)}
          >
            {summary}
          </Stack.button>
        )}
        <ModelWords part={part} models={models} />
        {isWrong ? <StateShape name="error" /> : null}
        {isLocked ? (
          part.enabled ? null : (
            <Text tone="ink-3" size="xs">
              {w.hidden}
            </Text>
          )
        ) : (
          <>
            <Switch
              label={w.showInApp({ name })}
              checked={part.enabled}
              onChange={(enabled) => list.change({ ...part, enabled })}
            />
            <IconButton
              size="small"
              icon="copy"
              label={w.duplicate({ name })}
              disabledReason={fullReason}
              onClick={() => list.duplicate(part)}
            />
            <IconButton size="small" icon="trash" label={w.remove({ name })} onClick={() => list.remove(part, name)} />
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="small" />
          </>
        )}
      </div>
      {isOpen ? (
        <PartFields part={part} path={path} models={models} problemAt={problemAt} onChange={list.change} />
      ) : null}
    </>
  )
}

/** The models that a part fits, in a few words. */
function ModelWords({ part: { productIds }, models }: { part: Part; models: Models }) {
  const w = useWords(partsText)
  const [first] = productIds
  const nameOf = (id: string): string => models.names.get(id) ?? (models.isThere ? w.goneModel : '')
  const shown =
    first === undefined
      ? w.allModels
      : productIds.length === 1
        ? nameOf(first)
        : w.more({ first: nameOf(first), n: productIds.length - 1 })
  return (
    <Text
      tone="ink-2"
      size="xs"
      textAlign="right"
      cut
      shrink
      className={css.models}
      data-cut=""
      title={productIds.map(nameOf).join(', ')}
    >
      {shown}
    </Text>
  )
}
