import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../button/button.tsx'
import { RowCheck } from '../field/checkbox.tsx'
import { Box, Row, Text } from '../layout/layout.tsx'
import { ActionMenu } from '../menu/action-menu.tsx'
import { PopPanel } from '../menu/pop-panel.tsx'
import { uiText } from '../ui.text.ts'
import type { BatchAction, Column, ExportFormat, FoundChoice } from './column.ts'
import css from './data-table.module.css'
import type { TablePreferences } from './arrange-columns.ts'
import { ColumnChoice } from './column-choice.tsx'

type Props<R> = {
  columns: readonly Column<R>[]
  preferences: TablePreferences
  onPreferences: (patch: Partial<TablePreferences>) => void
  onRefresh: () => void
  onExport?: ((format: ExportFormat) => void) | undefined
  /** At the left while nothing is selected. */
  lead?: ReactNode
  savedFilters?: ReactNode
  selection?:
    | {
        count: number
        isAll: boolean
        isMixed: boolean
        onAll: (isSelected: boolean) => void
        onClear: () => void
        actions: readonly BatchAction[]
        found?: FoundChoice | undefined
      }
    | undefined
}

/** The toolbar; with rows selected it is the selection bar, at the same height, so that nothing moves. */
export function TableBar<R>({
  columns,
  preferences,
  onPreferences,
  onRefresh,
  onExport,
  lead,
  savedFilters,
  selection,
}: Props<R>) {
  const w = useWords(uiText)
  const hasSelected = selection !== undefined && selection.count > 0
  return (
    <Row
      gap="8"
      padding="0 16 0 24"
      align="center"
      borderTop
      className={`${css.bar} ${hasSelected ? css.barSelected : ''}`}
    >
      {selection === undefined ? null : (
        <RowCheck
          checked={selection.isAll}
          isMixed={selection.isMixed}
          label={w.selectAll}
          onChange={selection.onAll}
        />
      )}
      {hasSelected ? (
        <Selected {...selection} />
      ) : (
        <>
          <span className={selection === undefined ? css.savedFirst : css.saved}>{savedFilters}</span>
          <Text
            weight="400"
            tone="ink-3"
            cut
            className={`${css.lead} ${css.leadQuiet} ${selection === undefined ? '' : css.withCheck}`}
          >
            {lead}
          </Text>
        </>
      )}
      <Box.span grow />
      <IconButton icon="refresh" label={w.refresh} onClick={onRefresh} />
      <PopPanel label={w.columns} target={<IconButton icon="columns" label={w.columns} aria-haspopup="dialog" />}>
        <ColumnChoice columns={columns} preferences={preferences} onPreferences={onPreferences} />
      </PopPanel>
      <IconButton
        icon="density"
        label={preferences.isCompact ? w.densityRoomy : w.densityCompact}
        onClick={() => onPreferences({ isCompact: !preferences.isCompact })}
      />
      {onExport === undefined ? null : <ExportMenu onExport={onExport} />}
    </Row>
  )
}

const formats = ['xlsx', 'csv'] as const

function ExportMenu({ onExport }: { onExport: (format: ExportFormat) => void }) {
  const w = useWords(uiText)
  return (
    <ActionMenu
      target={
        <Button look="quiet" icon="download" aria-haspopup="menu">
          {w.export}
        </Button>
      }
      actions={formats.map((format) => ({ key: format, label: w[format], onClick: () => onExport(format) }))}
    />
  )
}

/** As many as stand beside each other; of more, the last are in a menu. */
const maxInlineActions = 4

function Selected({ count, isAll, actions, found, onClear }: NonNullable<Props<unknown>['selection']>) {
  const w = useWords(uiText)
  const beside = actions.length <= maxInlineActions ? actions : actions.slice(0, maxInlineActions - 1)
  const rest = actions.slice(beside.length)
  const isFound = found?.isChosen === true
  return (
    <>
      <Text weight="550" nowrap className={css.lead} role="status">
        {isFound ? w.allFoundSelected({ n: found.count }) : w.selected({ n: count })}
      </Text>
      {found !== undefined && isAll && !isFound ? (
        <Button look="quiet" onClick={found.onChoose}>
          {w.selectAllFound({ n: found.count })}
        </Button>
      ) : null}
      {beside.map((action) => (
        <Button
          key={action.key}
          look="quiet"
          size="normal"
          icon={action.icon}
          disabledReason={action.disabledReason}
          onClick={action.onClick}
        >
          {action.label}
        </Button>
      ))}
      {rest.length === 0 ? null : (
        <ActionMenu
          position="bottom-start"
          target={
            <Button look="quiet" icon="dots" aria-haspopup="menu">
              {w.moreActions}
            </Button>
          }
          actions={rest}
        />
      )}
      <Box.span margin="0 8" className={css.rule} aria-hidden="true" />
      <Button look="quiet" onClick={onClear}>
        {w.clearSelection}
      </Button>
    </>
  )
}
