import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useWords } from '../../../platform/locale.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { RowCheck } from '../../../ui/field/checkbox.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import { useKindsLine } from '../role-badge.tsx'
import {
  branchOf,
  levelOf,
  levelsOf,
  lockOf,
  sumOf,
  withLevel,
  withToggled,
  type Limits,
  type PermissionTree,
  type Ticks,
} from './permission-rules.ts'
import { permissionText } from './permission.text.ts'
import type { ShownLine } from './tree-lines.ts'
import css from './permission.module.css'

type Props = {
  tree: PermissionTree
  before: Ticks
  ticks: Ticks
  onChange: (ticks: Ticks) => void
  limits: Limits
  isReadOnly: boolean
  kinds: RoleRow['kinds']
  line: ShownLine
  isStop: boolean
  onStop: () => void
  onExpand: (id: string, isExpanded: boolean) => void
}

/** One row of the tree: its box, its name with its hints, and for a branch how much of it is held. */
export function PermissionLine({ line, isStop, onStop, onExpand, ...props }: Props) {
  const { tree, ticks, limits, isReadOnly, onChange } = props
  const { row, level, place, of, path, isExpanded } = line
  const w = useWords(permissionText)
  const branch = branchOf(tree, row)
  const sum = sumOf(tree, ticks, row)
  const isChecked = branch.length > 0 && sum.held > 0 && sum.held === sum.of
  const lock = isReadOnly ? undefined : lockOf(tree, ticks, row, limits)
  const reason = isReadOnly ? w.readOnly : lock === 'own' ? w.ownRole : lock === 'lacking' ? w.lacking : undefined
  return (
    <Row
      gap="8"
      align="center"
      radius="s"
      role="row"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={isExpanded}
      data-row={row.id}
      className={`${css.line} ${row.isOperation ? css.button : ''} ${level === 1 ? css.group : ''}`}
      style={{ '--level': level - 1 }}
    >
      <Row gap="8" align="center" grow shrink role="gridcell">
        <Row.span inline rigid className={css.fold}>
          {isExpanded === undefined ? null : (
            <Row.button
              inline
              align="center"
              justify="center"
              height="24"
              radius="s"
              tone="ink-3"
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className={isExpanded ? css.unfolded : undefined}
              onClick={() => onExpand(row.id, !isExpanded)}
            >
              <Icon name="chevron-right" size="small" />
            </Row.button>
          )}
        </Row.span>
        <RowCheck
          checked={isChecked}
          isMixed={!isChecked && sum.held > 0}
          label={path}
          disabledReason={branch.length === 0 ? w.noCode : reason}
          tabIndex={isStop ? 0 : -1}
          onFocus={onStop}
          onChange={() => onChange(withToggled(tree, ticks, row, limits))}
        />
        <Name {...props} line={line} isLacking={lock === 'lacking'} />
      </Row>
      {isExpanded === undefined || branch.length === 0 ? null : (
        <Row gap="12" align="center" rigid role="gridcell">
          <Text size="xs" tone="ink-3" nowrap className={css.sum}>
            {w.sum(sum)}
          </Text>
          {isReadOnly || lock !== undefined ? null : <LevelChoice {...props} line={line} />}
        </Row>
      )}
    </Row>
  )
}

type NameProps = Pick<Props, 'before' | 'ticks' | 'kinds' | 'line' | 'isReadOnly'> & { isLacking: boolean }

function Name({ before, ticks, kinds, line, isReadOnly, isLacking }: NameProps) {
  const w = useWords(permissionText)
  const kindsLine = useKindsLine()
  const { row, name } = line
  const isTicked = ticks.has(row.id)
  const hasCode = row.operationCode !== ''
  return (
    <>
      <Text cut className={css.name} data-cut="">
        {name}
      </Text>
      {isTicked === before.has(row.id) ? null : (
        <span className={isTicked ? css.added : css.removed}>{isTicked ? w.added : w.removed}</span>
      )}
      {isReadOnly ? null : isLacking ? <Mark tip={w.lacking} /> : null}
      {row.isOpen ? null : (
        <Text ground="canvas" tone="ink-3" className={css.note} data-tip={w.closedTip}>
          {w.closed}
        </Text>
      )}
      {!hasCode || row.kinds.length === kinds.length ? null : row.kinds.length === 0 ? (
        <Text
          ground="warn-soft"
          tone="warn"
          className={css.useless}
          data-tip={w.uselessTip({ name: kindsLine(kinds) })}
        >
          {w.useless}
        </Text>
      ) : (
        <Text ground="canvas" tone="ink-3" className={css.note} data-tip={w.onlyTip({ name: kindsLine(row.kinds) })}>
          {kindsLine(row.kinds)}
        </Text>
      )}
    </>
  )
}

const Mark = ({ tip }: { tip: string }) => (
  <Row.span inline tone="ink-4" rigid data-tip={tip}>
    <Icon name="lock" size="small" />
  </Row.span>
)

function LevelChoice({
  tree,
  ticks,
  limits,
  onChange,
  line,
}: Pick<Props, 'tree' | 'ticks' | 'limits' | 'onChange' | 'line'>) {
  const w = useWords(permissionText)
  const { row, path } = line
  const words = { none: w.none, view: w.view, all: w.everything }
  return (
    <Segments
      label={w.levelOf({ name: path })}
      size="small"
      tabIndex={-1}
      options={levelsOf(tree, row).map((level) => ({ value: level, label: words[level] }))}
      value={levelOf(tree, ticks, row, limits)}
      onChange={(level) => onChange(withLevel(tree, ticks, row, level, limits))}
    />
  )
}
