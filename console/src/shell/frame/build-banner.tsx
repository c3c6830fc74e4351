import { useWords } from '../../platform/locale.ts'
import { useOtherBuild } from '../../platform/server-build.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

/** Offers to reload a page that is of another version than the server; the person chooses the moment. */
export function BuildBanner() {
  const w = useWords(shellText)
  const isOther = useOtherBuild()
  return (
    <div role="status">
      {isOther ? (
        <div className={css.banner}>
          <Icon name="alert" />
          {w.otherBuild}
          <Button size="small" look="quiet" onClick={() => location.reload()}>
            {w.reload}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
