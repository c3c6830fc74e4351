import { folded } from '@brigade/contract/letters/folded.ts'
import type { RoleMenuRow, RoleMenus, RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { UnsavedGuard } from '../../../shell/unsaved-guard.tsx'
import { Box, Grid } from '../../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../../ui/page/empty-panel.tsx'
import { PermissionBar, type Show } from './permission-bar.tsx'
import { shownRows, type PermissionTree as Tree, differenceOf, heldIn, permissionTree } from './permission-rules.ts'
import { PermissionTree } from './permission-tree.tsx'
import { permissionText } from './permission.text.ts'
import css from './permission.module.css'
import { RolePreview } from './role-preview.tsx'
import { SavePermissions } from './save-permissions.tsx'
import { usePermissionWork, type PermissionWork } from './use-permission-work.ts'
import { EditClash } from '../../../ui/form/edit-clash.tsx'
import { useRowPath } from './row-path.ts'

const maxNamed = 8

/** Shows what somebody else granted and revoked meanwhile. The own ticks stay unless they are discarded. */
function PermissionClash({ work }: { work: PermissionWork }) {
  const w = useWords(permissionText)
  const locale = useLocale()
  const pathIn = useRowPath()
  const { clash, before } = work
  if (clash === null) return null
  const tree = permissionTree(clash.now.rows)
  const { added, removed } = differenceOf(tree, before, new Set(heldIn(clash.now.rows)))
  const taken = [
    ...added.map((row) => w.theyAdded({ name: pathIn(tree, row) })),
    ...removed.map((row) => w.theyRemoved({ name: pathIn(tree, row) })),
  ]
  const more = taken.length - maxNamed
  return (
    <EditClash
      message={clash.by.messageIn(locale)}
      clashes={[]}
      taken={more > 0 ? [...taken.slice(0, maxNamed), w.andMore({ count: more })] : taken}
      onKeepMine={() => work.goOn('mine')}
      onTakeTheirs={() => work.goOn('theirs')}
    />
  )
}

const guarded = ['id']

/**
 * The editor shows the permissions of a role beside a preview of the console for its holders. Changes take effect only when they
 * are saved.
 */
export function PermissionEditor({ role, menus }: { role: RoleRow; menus: RoleMenus }) {
  const w = useWords(permissionText)
  const work = usePermissionWork(role, menus)
  const { tree } = work
  const [keyword, setKeyword] = useState('')
  const [show, setShow] = useState<Show>('all')
  const [isSaving, setSaving] = useState(false)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => groupsOf(tree))
  const shown = useShown(work, useDeferredValue(keyword), show)
  const isFound = shown === undefined || shown.size > 0
  const ids = useMemo(() => [...work.ticks], [work.ticks])
  const showAll = (): void => {
    setKeyword('')
    setShow('all')
  }
  return (
    <Grid gap="0 24" padding="0 24" align="start" className={css.editor}>
      <Box shrink>
        <Box ground="paper" borderBottom className={css.head}>
          <PermissionBar
            work={work}
            keyword={keyword}
            onKeyword={setKeyword}
            show={show}
            onShow={setShow}
            isOpen={expanded.size > groupsOf(tree).size}
            onOpen={(isOpen) => setExpanded(isOpen ? branchesOf(tree) : new Set())}
            onSave={() => setSaving(true)}
          />
          <PermissionClash work={work} />
        </Box>
        {isFound ? (
          <PermissionTree
            tree={tree}
            before={work.before}
            ticks={work.ticks}
            onChange={work.setTicks}
            limits={work.limits}
            isReadOnly={work.isReadOnly}
            kinds={role.kinds}
            shown={shown}
            expanded={expanded}
            onExpand={(id, isExpanded) => {
              const next = new Set(expanded)
              if (isExpanded) next.add(id)
              else next.delete(id)
              setExpanded(next)
            }}
          />
        ) : (
          <EmptyPanel
            icon="search"
            title={w.nothingFound}
            hint={w.nothingFoundHint}
            onAction={showAll}
            actionLabel={w.showAll}
          />
        )}
      </Box>
      <RolePreview kinds={role.kinds} ids={ids} />
      <SavePermissions role={role} work={work} isOpen={isSaving} onClose={() => setSaving(false)} />
      <UnsavedGuard when={work.isDirty} keys={guarded} />
    </Grid>
  )
}

/** Branches at the top: open from the start, so that all screens are seen at once. */
const groupsOf = ({ rows }: Tree): ReadonlySet<string> =>
  new Set(rows.filter(({ parentId }) => parentId === null).map(({ id }) => id))

const branchesOf = ({ childrenOf }: Tree): ReadonlySet<string> =>
  new Set([...childrenOf.keys()].filter((id) => id !== null))

/** Returns the rows that match the search; undefined for all of them. */
function useShown({ tree, ticks, before }: PermissionWork, typed: string, show: Show): ReadonlySet<string> | undefined {
  const locale = useLocale()
  return useMemo(() => {
    const wanted = folded(typed.trim())
    if (wanted === '' && show === 'all') return undefined
    const isNamed = ({ name, enName, operationCode }: RoleMenuRow): boolean =>
      [locale === 'zh' ? name : enName, operationCode].some((text) => folded(text).includes(wanted))
    const isWanted = ({ id }: RoleMenuRow): boolean =>
      show === 'held' ? ticks.has(id) : ticks.has(id) !== before.has(id)
    const named = wanted === '' ? undefined : shownRows(tree, isNamed)
    if (show === 'all') return named
    return shownRows(tree, (row) => isWanted(row) && (named?.has(row.id) ?? true), { isExact: true })
  }, [tree, ticks, before, typed, show, locale])
}
