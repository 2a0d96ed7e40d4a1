import { Text } from 'react-aria-components'

/** The hint of a field, below its input. */
export const Hint = ({ text }: { text: string | undefined }) =>
  text && (
    <Text slot="description" className="hint">
      {text}
    </Text>
  )

/** A status message next to the button that caused it; screen readers announce it once. */
export const DoneNote = ({ text }: { text: string | false | undefined }) => (
  <span role="status" className="done">
    {text}
  </span>
)
