import { calls } from '#contract/calls.ts'
import { Button } from '../ui/Button.tsx'
import { Page, Section } from '../ui/Sections.tsx'
import { useCore, useT } from '../useCore.tsx'

const CODES = ['401', '403', '404', '500']

/** Makes the gateway fail on purpose, to see what the console does with it. */
export function ExceptionTrigger() {
  const t = useT()
  const { api } = useCore()
  // What fails is shown by the error policy; there is nothing left to do with it here.
  const provoke = (code: string) =>
    // A 401 is what was asked for, and says nothing else.
    api.call(calls.exception, { code }, { redirects: true, ...(code === '401' && { doubted: null }) }).catch(() => {})
  return (
    <Page isNarrow>
      <Section hasHiddenTitle title={t('place.exception.trigger')} text={t('exception.trigger.intro')}>
        <div className="buttons">
          {CODES.map((code) => (
            <Button key={code} onClick={() => provoke(code)}>
              {code}
            </Button>
          ))}
        </div>
      </Section>
    </Page>
  )
}
