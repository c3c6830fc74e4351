import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useWords } from '../../../platform/locale.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { RowCheck } from '../../../ui/field/checkbox.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
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

/** One row of the tree: its box, its name with what there is to know, and for a branch how much of it is held. */
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
    <div
      role="row"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={isExpanded}
      data-row={row.id}
      className={`${css.line} ${row.isOperation ? css.button : ''} ${level === 1 ? css.group : ''}`}
      style={{ '--level': level - 1 }}
    >
      <div role="gridcell" className={css.cell}>
        <span className={css.fold}>
          {isExpanded === undefined ? null : (
            <button
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className={isExpanded ? css.unfolded : undefined}
              onClick={() => onExpand(row.id, !isExpanded)}
            >
              <Icon name="chevron-right" size="small" />
            </button>
          )}
        </span>
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
      </div>
      {isExpanded === undefined || branch.length === 0 ? null : (
        <div role="gridcell" className={css.level}>
          <span className={css.sum}>{w.sum(sum)}</span>
          {isReadOnly || lock !== undefined ? null : <LevelChoice {...props} line={line} />}
        </div>
      )}
    </div>
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
      <span className={css.name} data-cut="">
        {name}
      </span>
      {isTicked === before.has(row.id) ? null : (
        <span className={isTicked ? css.added : css.removed}>{isTicked ? w.added : w.removed}</span>
      )}
      {isReadOnly ? null : isLacking ? <Mark tip={w.lacking} /> : null}
      {row.isOpen ? null : (
        <span className={css.note} data-tip={w.closedTip}>
          {w.closed}
        </span>
      )}
      {!hasCode || row.kinds.length === kinds.length ? null : row.kinds.length === 0 ? (
        <span className={css.useless} data-tip={w.uselessTip({ name: kindsLine(kinds) })}>
          {w.useless}
        </span>
      ) : (
        <span className={css.note} data-tip={w.onlyTip({ name: kindsLine(row.kinds) })}>
          {kindsLine(row.kinds)}
        </span>
      )}
    </>
  )
}

const Mark = ({ tip }: { tip: string }) => (
  <span className={css.lock} data-tip={tip}>
    <Icon name="lock" size="small" />
  </span>
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
