import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Suspense, lazy, startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { admitWork, isWorkWaiting } from '../../platform/kept-work.ts'
import { preload } from '../../platform/chunk-reload.ts'
import { ask } from '../../platform/query.ts'
import { setMenus, setUser, useSession } from '../../platform/session.ts'
import { shellText } from '../shell.text.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import css from './frame.module.css'
import { Header } from './header.tsx'
import { NoticeBanner } from './notice-banner.tsx'
import { SideMenu } from './side-menu.tsx'
import { useMenuFold } from './use-menu-fold.ts'
import { usePaletteKey } from '../palette/use-palette-key.ts'

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))
const SignInDialog = lazy(() =>
  import('../../session/sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })),
)

/** The signed-in shell: side menu, header, and the screen. */
export function Frame({ children }: { children: ReactNode }) {
  const w = useWords(shellText)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [isFolded, toggleFold] = useMenuFold(path)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  // In a transition: what is not loaded yet is waited for, without React's pause before it shows it.
  const openPalette = (): void => startTransition(() => setPaletteOpen(true))
  usePaletteKey(isPaletteOpen, openPalette)
  // What waits for whoever is signed in must be given to them before the screen begins.
  const isHeld = !useWhoIsSignedIn() && isWorkWaiting()
  useReadyPalette()
  const expired = useSession((session) => session.expired)
  return (
    <div className={`${css.shell} ${isFolded ? css.folded : ''}`}>
      <a className={css.skip} href="#content">
        {w.skip}
      </a>
      <SideMenu path={path} isFolded={isFolded} />
      <div className={css.main}>
        <Header key={String(isHeld)} path={path} isFolded={isFolded} onFold={toggleFold} onPalette={openPalette} />
        <ConnectionBanner />
        <NoticeBanner />
        <main id="content" className={css.content} tabIndex={-1}>
          {isHeld ? null : children}
          {/* Menus, lists and dialogs open here (theme.ts). */}
          <div id="overlays" />
        </main>
      </div>
      <Suspense fallback={null}>
        {isPaletteOpen ? <Palette onClose={() => setPaletteOpen(false)} /> : null}
        {expired ? <SignInDialog /> : null}
      </Suspense>
    </div>
  )
}

/** Who is signed in and what they may see, as the server has it now; whether that was answered. */
function useWhoIsSignedIn(): boolean {
  const user = useQuery(ask(sessionApi.user, {}))
  const menus = useQuery({ ...ask(sessionApi.menus, {}), staleTime: 60_000 })
  const isKnown = useSession((session) => session.user !== null) || user.error !== null
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  const asked = useRef(token)
  const shownFor = useRef<string>(undefined)
  useEffect(() => {
    if (token === asked.current) return
    // Another tab signed in: as the same person, or as another one.
    asked.current = token
    void client.invalidateQueries({ queryKey: [sessionApi.user.domain] })
  }, [client, token])
  useEffect(() => {
    if (user.data === undefined) return
    // What is on screen is another person's.
    if (shownFor.current !== undefined && shownFor.current !== user.data.id) return location.reload()
    shownFor.current = user.data.id
    admitWork(user.data.id)
    setUser(user.data)
  }, [user.data])
  useEffect(() => {
    if (menus.data !== undefined) setMenus(menus.data)
  }, [menus.data])
  return isKnown
}

/** The palette is fetched when the screen has been there for a while; asked for before, it comes with what was typed (early-keystrokes.ts). */
function useReadyPalette(): void {
  useEffect(() => {
    const timer = setTimeout(() => preload(loadPalette), 5000)
    return () => clearTimeout(timer)
  }, [])
}
