import { useLocale, useWords } from '../../../platform/locale.ts'
import { EditClash } from '../../../ui/form/edit-clash.tsx'
import { differenceOf, heldIn, permissionTree } from './permission-rules.ts'
import { permissionText } from './permission.text.ts'
import { useRowPath } from './row-path.ts'
import type { PermissionWork } from './use-permission-work.ts'

const maxNamed = 8

/** Shows what somebody else granted and revoked meanwhile. The own ticks stay unless they are discarded. */
export function PermissionClash({ work }: { work: PermissionWork }) {
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
