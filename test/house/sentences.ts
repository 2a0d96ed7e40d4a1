import ts from 'typescript'
import type { Sentence } from '../../src/define/text/language.ts'

/** `isComposed`: values are put into it where it is defined, not where it is said. */
export type SentenceInSource = Sentence & { isComposed: boolean }

/** Every sentence of a source file: an object with a text for `en` and one for `fr`. Expressions in templates are left out. */
export function sentencesIn(source: ts.SourceFile): SentenceInSource[] {
  const sentences: SentenceInSource[] = []
  const visit = (node: ts.Node) => {
    if (ts.isObjectLiteralExpression(node)) {
      const [en, fr] = [textFor(node, 'en'), textFor(node, 'fr')]
      if (en !== undefined && fr !== undefined)
        sentences.push({ en, fr, isComposed: /`[^`]*\$\{/.test(node.getText()) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return sentences
}

function textFor(node: ts.ObjectLiteralExpression, language: string): string | undefined {
  for (const property of node.properties)
    if (ts.isPropertyAssignment(property) && property.name.getText() === language)
      return textOf(property.initializer)
  return undefined
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('')
  return undefined
}
