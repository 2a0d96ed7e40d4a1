import { Button } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { SiteFacts } from '../../sdk/account-types.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useMessages } from '../context.tsx'
import { ProblemNote } from '../parts/problem.tsx'

/** Leads to the provider, and from there back to the requested screen. */
export function ByProvider({ site: { provider } }: { site: SiteFacts }) {
  const t = useMessages()
  const [screen] = useLocation()
  const { mutate, isPending, isSuccess, error } = useSubmit('POST /provider', {
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <div className="by-provider">
      <p className="hint">{t('or')}</p>
      <Button
        className={isPending ? 'is-pending' : ''}
        onPress={() => !isPending && !isSuccess && mutate({ screen })}
      >
        {t('signInBy', { provider })}
      </Button>
      <ProblemNote error={error} />
    </div>
  )
}
