import { useEffect, useRef } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { Icon } from '../../icon/icon.tsx'
import { StateShape } from '../../icon/state-shape.tsx'
import { uiText } from '../../ui.text.ts'
import css from './cascade.module.css'
import { cascadeText } from './cascade.text.ts'
import { depthOf, levelName, type CascadeNode, type CascadeSource } from './cascade-source.ts'
import { Box, Stack, Text } from '../../layout/layout.tsx'
import { OptionLine } from '../option-line.tsx'
import type { Cascade, CascadeColumn } from './use-cascade.ts'

export const columnId = (id: string, level: number): string => `${id}-level-${level}`
export const nodeId = (id: string, level: number, index: number): string => `${id}-level-${level}-${index}`
export const retryId = (id: string): string => `${id}-retry`

type Props = { id: string; label: string; source: CascadeSource; cascade: Cascade }

/** The open levels side by side, each a list of its own. */
export function CascadeColumns({ id, label, source, cascade }: Props) {
  const w = useWords(cascadeText)
  const count = cascade.columns.length
  const isDeep = depthOf(source) > 1
  return (
    <>
      <div className={isDeep ? css.columns : css.alone}>
        {cascade.columns.map((column, level) => (
          <Column
            // A level has another list if the levels above it change.
            key={`${level} ${cascade.spot.opened.slice(0, level).join('/')}`}
            id={id}
            name={levelName(source, level) ?? (count === 1 && !isDeep ? label : w.level({ n: level + 1 }))}
            hasHeading={isDeep && levelName(source, level) !== undefined}
            level={level}
            column={column}
            cascade={cascade}
          />
        ))}
      </div>
      {isDeep ? (
        <Text.p size="xs" line="16" tone="ink-3" borderTop className={css.foot}>
          {w.keys}
        </Text.p>
      ) : null}
    </>
  )
}

type ColumnProps = {
  id: string
  name: string
  hasHeading: boolean
  level: number
  column: CascadeColumn
  cascade: Cascade
}

function Column({ id, name, hasHeading, level, column, cascade }: ColumnProps) {
  const w = useWords(cascadeText)
  const own = columnId(id, level)
  const box = useRef<HTMLDivElement>(null)
  // If not all columns fit, the view scrolls to the one that was opened last.
  useEffect(() => {
    const columns = box.current?.parentElement
    if (columns) columns.scrollLeft = columns.scrollWidth
  }, [])
  const isHere = cascade.spot.level === level
  const chosen = cascade.path[level]?.value
  const isOnPath = cascade.path.slice(0, level).every(({ value }, at) => cascade.spot.opened[at] === value)
  return (
    <Stack flex minHeight="0" rigid ref={box} className={css.column}>
      {hasHeading ? (
        <Text.div
          padding="8 12 4"
          size="xs"
          line="16"
          weight="500"
          tone="ink-3"
          className={css.heading}
          aria-hidden="true"
        >
          {name}
        </Text.div>
      ) : null}
      <Box
        padding="4"
        relative
        className={css.list}
        id={own}
        role="listbox"
        aria-label={name}
        aria-busy={column.isLoading || undefined}
      >
        {column.nodes.map((node, index) => (
          <Item
            key={node.value}
            id={nodeId(id, level, index)}
            node={node}
            isActive={isHere && cascade.spot.cursor === node.value}
            isOpened={cascade.spot.opened[level] === node.value}
            isChosen={isOnPath && chosen === node.value}
            opensMore={cascade.opensMore(node, level)}
            onTake={() => cascade.choose(level, node, !cascade.opensMore(node, level))}
          />
        ))}
        {column.hasFailed ? <Retry id={retryId(own)} isActive={isHere} onRetry={column.retry} /> : null}
      </Box>
      {column.isLoading ? <Bones /> : null}
      {!column.isLoading && !column.hasFailed && column.nodes.length === 0 ? (
        <Text.p padding="8 12" tone="ink-3" size="s" role="status">
          {w.nothingHere}
        </Text.p>
      ) : null}
    </Stack>
  )
}

type ItemProps = {
  id: string
  node: CascadeNode
  isActive: boolean
  isOpened: boolean
  isChosen: boolean
  opensMore: boolean
  onTake: () => void
}

function Item({ id, node, isActive, isOpened, isChosen, opensMore, onTake }: ItemProps) {
  const w = useWords(cascadeText)
  return (
    <OptionLine
      id={id}
      isActive={isActive}
      isOpened={isOpened}
      isWanted={isActive || isOpened}
      isChosen={isChosen}
      description={opensMore ? w.opensMore : undefined}
      className={css.item}
      onTake={onTake}
    >
      <Text cut grow shrink className={css.label} data-cut="">
        {node.label}
      </Text>
      {opensMore ? <Icon name="chevron-right" size="small" /> : null}
    </OptionLine>
  )
}

/** The row replaces options that failed to load. Enter or a click loads them again. */
export function Retry({ id, isActive, onRetry }: { id: string; isActive: boolean; onRetry: () => void }) {
  const w = useWords(uiText)
  return (
    <OptionLine
      id={id}
      isActive={isActive}
      isWanted={false}
      isChosen={false}
      className={`${css.item} ${css.failed}`}
      onTake={onRetry}
    >
      <StateShape name="error" size="tiny" />
      <Text cut grow shrink className={css.label}>
        {w.failedTitle}
        <Text.b weight="550" tone="link" block>
          {w.tryAgain}
        </Text.b>
      </Text>
    </OptionLine>
  )
}

/** A placeholder in the shape of the content that is loading; it is visible only if loading takes a moment. */
export function Bones() {
  return (
    <Box padding="8 12" className={css.bones} aria-hidden="true">
      <span />
      <span />
      <span />
    </Box>
  )
}
