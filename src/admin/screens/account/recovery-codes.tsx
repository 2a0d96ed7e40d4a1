import { Button } from 'react-aria-components'
import { useMessagesOf, useUser } from '../../context.tsx'
import { Copy } from '../../parts/secret.tsx'
import { messages } from './messages.ts'

/** The codes, shown once; the user confirms before they are closed. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const { site, user } = useUser()
  const w = useMessagesOf(messages)
  const text = `${[`${site.name || 'Almanac'} – ${user.login}`, ...codes].join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  return (
    <>
      <p>{w('codesAbout')}</p>
      <ul className="codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Copy text={codes.join('\n')} />
        <a className="button" download={`${user.login}.txt`} href={file}>
          {w('download')}
        </a>
        <Button className="primary" onPress={onClose}>
          {w('codesSaved')}
        </Button>
      </div>
    </>
  )
}
