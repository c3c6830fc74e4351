import { pointsFit } from '@brigade/contract/letters/points.rules.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useMisread } from '../../platform/address/misread-address.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

const maxNamed = 5
const maxLetters = 40

const cut = (text: string): string =>
  pointsFit(text, maxLetters) ? text : `${[...text].slice(0, maxLetters).join('')}…`

/** Names the parts of the address that the screen did not understand: the rows shown are not restricted by them. */
export function MisreadBanner() {
  const w = useWords(shellText)
  const navigate = useNavigate()
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const raw: Readonly<Record<string, unknown>> = search
  const names = useMisread(pathname, raw)
  const valueOf = (name: string): string => [raw[name]].flat().map(String).join(w.noticeBetween)
  const parts = names.slice(0, maxNamed).map((name) => cut(`${name}=${valueOf(name)}`))
  const leaveOut = (): void =>
    void navigate({
      to: '.',
      replace: true,
      search: (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    })
  return (
    <div role="status">
      {names.length === 0 ? null : (
        <div className={css.banner}>
          <Icon name="alert" />
          {w.misread({ parts: parts.join(w.noticeBetween) + (names.length > maxNamed ? '…' : '') })}
          <Button size="small" look="quiet" onClick={leaveOut}>
            {w.leaveOut}
          </Button>
        </div>
      )}
    </div>
  )
}
