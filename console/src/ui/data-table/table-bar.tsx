import type { ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../button/button.tsx'
import { RowCheck } from '../field/checkbox.tsx'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { Box, Row, Text } from '../layout/layout.tsx'
import { ActionMenu } from '../menu/action-menu.tsx'
import { PopPanel } from '../menu/pop-panel.tsx'
import { uiText } from '../ui.text.ts'
import type { BatchAction, Column, FoundChoice, OnExport } from './column.ts'
import css from './data-table.module.css'
import { peekText } from './peek.text.ts'
import type { TablePreferences } from './arrange-columns.ts'
import { OrderMenu } from './table-order.tsx'
import { ColumnChoice } from './column-choice.tsx'

type Props<R> = {
  columns: readonly Column<R>[]
  preferences: TablePreferences
  onPreferences: (patch: Partial<TablePreferences>) => void
  onRefresh: () => void
  exported?: Exported | undefined
  /** On a phone: instead of what the columns offer, of which none stands alone. */
  order?: { sort: string | undefined; onSort: (sort: string | undefined) => void } | undefined
  /** Shows the keys of the page. */
  onHelp: () => void
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
  exported,
  order,
  onHelp,
  lead,
  savedFilters,
  selection,
}: Props<R>) {
  const w = useWords(uiText)
  const p = useWords(peekText)
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
      {order === undefined ? (
        <>
          <PopPanel label={w.columns} target={<IconButton icon="columns" label={w.columns} aria-haspopup="dialog" />}>
            <ColumnChoice columns={columns} preferences={preferences} onPreferences={onPreferences} />
          </PopPanel>
          <IconButton
            icon="density"
            label={preferences.isCompact ? w.densityRoomy : w.densityCompact}
            onClick={() => onPreferences({ isCompact: !preferences.isCompact })}
          />
        </>
      ) : (
        <OrderMenu columns={columns} {...order} />
      )}
      <span className={css.keys}>
        <IconButton icon="keyboard" label={p.keys} aria-haspopup="dialog" onClick={onHelp} />
      </span>
      {exported === undefined ? null : <ExportMenu {...exported} />}
    </Row>
  )
}

const formats = ['xlsx', 'csv'] as const

type Exported = Readonly<{
  onExport: OnExport
  /** Rows that the filters find; undefined while they are counted. */
  total: number | undefined
  isCapped: boolean
  /** Ids of the rows chosen. */
  chosen: readonly string[]
}>

/** Says how many rows it exports, and exports these. */
function ExportMenu({ onExport, total, isCapped, chosen }: Exported) {
  const w = useWords(uiText)
  const what =
    chosen.length > 0
      ? w.exportChosen({ n: formatNumber(chosen.length) })
      : total === undefined
        ? w.exportFound
        : isCapped
          ? w.exportOver({ n: formatNumber(total) })
          : w.exportAll({ n: formatNumber(total) })
  return (
    <ActionMenu
      target={
        <Button look="quiet" icon="download" aria-haspopup="menu">
          <span className={css.whole}>{what}</span>
          <span className={css.short}>{w.export}</span>
        </Button>
      }
      heading={what}
      actions={formats.map((format) => ({
        key: format,
        label: w[format],
        onClick: () => onExport(format, chosen.length === 0 ? undefined : chosen.join(',')),
      }))}
    />
  )
}

/** As many as stand beside each other; of more, the last are in a menu. */
const maxInlineActions = 4

function Selected({ count, isAll, actions, found, onClear }: NonNullable<Props<unknown>['selection']>) {
  const w = useWords(uiText)
  // On a phone they are all behind one button, as those of a row are.
  const maxBeside = useIsPhone() ? 1 : maxInlineActions
  const beside = actions.length <= maxBeside ? actions : actions.slice(0, maxBeside - 1)
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
