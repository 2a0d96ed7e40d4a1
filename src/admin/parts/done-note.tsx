/** A status message next to the button that caused it; screen readers announce it once. */
export const DoneNote = ({ text }: { text: string | false | undefined }) => (
  <span role="status" className="done">
    {text}
  </span>
)
