import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { DemoSignIn, SignedIn } from '@brigade/contract/session/session.model.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../platform/call.ts'
import { useWords } from '../platform/locale.ts'
import { firstPath, landingPath } from '../platform/menus.ts'
import { go } from '../platform/navigate.ts'
import { ask } from '../platform/query.ts'
import { beginSession, enterOpened, tokenNow, useSession } from '../platform/session.ts'
import { Button } from '../ui/button/button.tsx'
import { useDocumentTitle } from '../shell/use-document-title.ts'
import { Box, Row, Text } from '../ui/layout/layout.tsx'
import { EntryFrame } from './entry-frame.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'
import { SignInByCode } from './sign-in-by-code.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInSteps } from './sign-in-steps.tsx'

/**
 * An OpenID Connect provider returns these parameters; `iss` names the provider (RFC 9207). A code from this server has no other
 * parameters.
 */
type Search = { code?: string; state?: string; iss?: string }
const word = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export const Route = createFileRoute('/login')({
  validateSearch: (raw): Search => ({ code: word(raw['code']), state: word(raw['state']), iss: word(raw['iss']) }),
  beforeLoad: ({ search }) => {
    // The person is already signed in. A code, however, requests a change of the account.
    if (tokenNow() !== null && search.code === undefined)
      redirect({ href: landingPath(useSession.getState().menus), replace: true, throw: true })
  },
  component: LoginPage,
})

function LoginPage() {
  const w = useWords(signInText)
  const { code, state, iss } = Route.useSearch()
  // A code that was refused gives way to the form.
  const [codeFailed, setCodeFailed] = useState(false)
  useDocumentTitle(w.pageTitle)
  const { data: demo = null } = useQuery(ask(sessionApi.demo, {}, { quiet: true }))
  const [used, setUsed] = useState<DemoSignIn | null>(null)
  const client = useQueryClient()
  // Spec 2: after login, the first enabled, permitted main menu is the landing target.
  const enter = (result: SignedIn): void => {
    // The code opens the console of another organisation in this tab; the own session continues in other tabs.
    if (result.opened !== undefined) return enterOpened(result, '/')
    // A code may change the account, so all data of the previous person is dropped.
    client.clear()
    beginSession(result)
    go(firstPath(result.menus))
  }
  const refuse = (): void => {
    if (tokenNow() === null) setCodeFailed(true)
    else go(landingPath(useSession.getState().menus))
  }
  return (
    <EntryFrame>
      <SignInSteps
        place="page"
        onSignedIn={enter}
        onAgain={refuse}
        first={(onAnswer) =>
          code !== undefined && !codeFailed ? (
            <SignInByCode sent={{ code, state, iss }} onAnswer={onAnswer} onRefused={refuse} />
          ) : (
            <>
              <SignInForm
                given={used}
                onAnswer={onAnswer}
                heading={
                  <>
                    <Text.h1 size="2xl" line="32" marginBottom="8" className={css.title}>
                      {w.title}
                    </Text.h1>
                    <Text.p size="m" line="24" tone="ink-3" marginBottom="24">
                      {w.sub}
                    </Text.p>
                  </>
                }
              />
              {/* Its height is there from the beginning: the form stays where it is when the answers come. */}
              <div className={css.below}>
                <OtherWay />
                {demo === null ? null : <DemoNote demo={demo} onUse={() => setUsed(demo)} />}
              </div>
            </>
          )
        }
      />
    </EntryFrame>
  )
}

/** The demo's account, while everybody who read the documents knows its password anyway. */
function DemoNote({ demo, onUse }: { demo: DemoSignIn; onUse: () => void }) {
  const w = useWords(signInText)
  return (
    <Row.p gap="8" align="center" padding="8 12" radius="s" ground="info-soft" size="xs" tone="ink-2" role="note">
      <Text grow>
        {w.demo} <b className="mono">{demo.account}</b> / <b className="mono">{demo.password}</b>
      </Text>
      <Button size="small" onClick={onUse}>
        {w.demoUse}
      </Button>
    </Row.p>
  )
}

/** The second way to sign in appears only when an identity provider is configured. */
function OtherWay() {
  const w = useWords(signInText)
  const { data } = useQuery(ask(sessionApi.oidc, {}, { quiet: true }))
  const [isBusy, setBusy] = useState(false)
  if (data?.enabled !== true) return null
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      location.assign((await call(sessionApi.startOidc, {})).url)
    } catch {
      setBusy(false)
    }
  }
  return (
    <Box marginBottom="12" className={css.other}>
      <Button icon="key" busy={isBusy} onClick={() => void start()}>
        {w.oidc({ name: data.name })}
      </Button>
    </Box>
  )
}
