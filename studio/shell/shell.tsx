/** What stands around every page: the name, the ways, the balance, and who is signed in. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { plans } from '../../src/accounts/plans'
import { forgetForms } from '../editor/drafts'
import { OPERATOR, ROUTES, type Route } from '../routes'
import { TEXTS } from '../texts'
import { go, type Place, usePlace } from './address'
import { focusHeading, focusLost } from './focus'
import { loadCode } from './load-code'
import { OtherKey } from './other-key'
import { pagesOfMinute } from './pace'
import { Head, type Page } from './page'
import { CodeProblem, Problem } from './problem'
import { beginPage } from './scroll'
import { connect, isKeyGiven, keepKey, type Session, takeKey } from './session'
import { SignIn } from './sign-in'
import { Toasts } from './toast'
import { useAnswer } from './use-answer'
import { forgetKept } from './use-kept'

const GROUPS = (['make', 'see', 'account'] as const)
  .map((group) => ROUTES.filter((route) => route.group === group))
  .filter((routes) => routes.length > 0)

export function Shell() {
  const [{ key, offered }, setKeys] = useState(takeKey)
  const change = (next: string) => {
    if (!next) forgetForms(key)
    // What stands in forms is of the account that one leaves.
    if (key && next) forgetKept()
    keepKey(next)
    setKeys({ key: next, offered: '' })
  }
  const signOut = () => {
    former = undefined
    change('')
    focusLost()
  }
  const place = usePlace()
  // Before anything can lead here with a key: it would stay in the address.
  useLayoutEffect(() => {
    const take = ({ oldURL }: HashChangeEvent) => {
      if (!isKeyGiven()) return
      const keys = takeKey()
      setKeys(keys)
      // Until it is decided, one stays where one is.
      go((keys.offered && new URL(oldURL).hash) || '#/', { replace: true })
    }
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return (
    <>
      {place.path === OPERATOR.path ? (
        <OperatorDoor />
      ) : key ? (
        <Signed key={key} apiKey={key} place={place} onSignOut={signOut} />
      ) : (
        <SignIn onKey={change} />
      )}
      {offered && (
        <OtherKey
          current={key}
          offered={offered}
          onTake={() => {
            change(offered)
            go('#/', { replace: true })
            focusLost()
          }}
          onStay={() => setKeys({ key, offered: '' })}
        />
      )}
      <Toasts />
    </>
  )
}

/** The operator has a token and no key, so these pages stand beside the others. */
function OperatorDoor() {
  const loaded = useAnswer(async () => ({ shown: (await loadCode(OPERATOR.load)).default }), [])
  const Shown = loaded.value?.shown
  useEffect(() => {
    document.title = `${TEXTS.nav.operator} · ${TEXTS.product}`
  }, [])
  return Shown ? <Shown /> : <CodeProblem error={loaded.error} again={loaded.again} />
}

type SignedProps = { apiKey: string; place: Place; onSignOut: () => void }

function Signed({ apiKey, place, onSignOut }: SignedProps) {
  const api = useMemo(() => connect(apiKey), [apiKey])
  const balance = useAnswer(() => api.platen.credits(), [api])
  const { plan } = balance.value ?? {}
  useEffect(() => {
    // A page that was opened before a deployment may not know the plan.
    const known = plan && plans[plan]
    if (known) pagesOfMinute.perMinute = known.previews.perMinute
  }, [plan])
  const session: Session = { ...api, balance: balance.value, refresh: balance.again, signOut: onSignOut }
  const first = ROUTES[0]?.path ?? ''
  const route = ROUTES.find(({ path }) => path === (place.path || first))
  return (
    <>
      <button type="button" class="skip" onClick={focusHeading}>
        {TEXTS.skip}
      </button>
      <Masthead session={session} current={route?.path ?? ''} />
      {balance.error !== undefined && <Problem error={balance.error} onRetry={balance.again} />}
      {route ? (
        <Open key={route.path} route={route} session={session} rest={place.rest} query={place.query} />
      ) : (
        <main id="content">
          <Head title={TEXTS.noPage} />
          <a href={`#/${first}`}>{TEXTS.tasks.first}</a>
        </main>
      )}
    </>
  )
}

function Masthead({ session, current }: { session: Session; current: string }) {
  const [isOpen, setOpen] = useState(false)
  // A later effect would close what was opened meanwhile.
  useLayoutEffect(() => setOpen(false), [current])
  const button = useRef<HTMLButtonElement>(null)
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  const { balance, mode } = session
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu within is closed from wherever the focus is in it
    <header onKeyDown={closeByKey}>
      <a class="brand" href="/">
        {TEXTS.product}
      </a>
      <button
        ref={button}
        type="button"
        class="quiet menu"
        aria-expanded={isOpen}
        aria-controls="ways"
        onClick={() => setOpen(!isOpen)}
      >
        {TEXTS.menu}
      </button>
      {/* biome-ignore lint/a11y: a way that leads to where one is closes the menu, too */}
      <nav id="ways" aria-label={TEXTS.studio} class={isOpen ? 'open' : ''} onClick={() => setOpen(false)}>
        {GROUPS.map((routes) => (
          <ul key={routes[0]?.path}>
            {routes.map(({ path, label }) => (
              <li key={path}>
                <a href={`#/${path}`} aria-current={path === current ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div class="who">
        {mode === 'test' && <span class="tag">{TEXTS.testMode}</span>}
        {balance && (
          <span class="balance" title={TEXTS.plan(balance.plan)}>
            {TEXTS.credits(balance.credits_left)}
          </span>
        )}
        <button type="button" class="quiet" onClick={session.signOut}>
          {TEXTS.signOut}
        </button>
      </div>
    </header>
  )
}

type OpenProps = { route: Route; session: Session; rest: readonly string[]; query: URLSearchParams }

/** The page that was shown last; none before the first. */
let former: string | undefined

/** A page, once its code is there. It gets the focus unless it is the first one; what can be undone keeps it. */
function Open({ route, ...props }: OpenProps) {
  const loaded = useAnswer<{ page: Page }>(async () => {
    const { default: page } = await loadCode(route.load)
    return { page }
  }, [route])
  const Shown = loaded.value?.page
  const part = props.rest.join('/')
  // Before anybody can type: a later focus would take their words.
  useLayoutEffect(() => {
    document.title = [part, route.label, TEXTS.product].filter(Boolean).join(' · ')
    if (!Shown) return
    // Where it went before there was a heading
    if (document.activeElement?.matches('main')) focusHeading()
    const place = `${route.path}/${part}`
    if (former === place) return
    const isFollowed = former !== undefined && !document.activeElement?.closest('.toasts')
    const left = isFollowed ? `#/${former}` : undefined
    former = place
    return beginPage(left)
  }, [route, part, Shown])
  return (
    <main id="content" tabIndex={-1} class={`page-${route.path}`}>
      {loaded.error !== undefined && <CodeProblem error={loaded.error} again={loaded.again} />}
      {Shown && <Shown {...props} />}
    </main>
  )
}
