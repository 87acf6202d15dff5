import type { Page } from 'playwright-core';
import { waitFor, waitUntil } from './waits';
import { readTabs } from './notices';

const activeGroup = '.editor-group-container.active';
const plainEditor = `${activeGroup} .monaco-editor:not(.monaco-diff-editor .monaco-editor)`;

/** Where a text stands on the screen, in pixels. */
export interface Box {
  left: number;
  right: number;
  middle: number;
}

/** The lines of the active editor that are on the screen; in a diff, those of the right side. */
export async function readEditorText(page: Page): Promise<string> {
  const inDiff = await page.locator(`${activeGroup} .monaco-diff-editor`).count();
  return await readLines(
    page,
    inDiff > 0 ? `${activeGroup} .monaco-diff-editor .editor.modified` : plainEditor,
  );
}

/** The lines on the screen of both sides of a diff. */
export async function readDiff(page: Page): Promise<{ original: string; modified: string }> {
  const diff = `${activeGroup} .monaco-diff-editor`;
  return {
    original: await readLines(page, `${diff} .editor.original`),
    modified: await readLines(page, `${diff} .editor.modified`),
  };
}

/** Waits until the sides of a diff on the screen fit, and returns them. */
export async function waitForDiff(
  page: Page,
  fits: (sides: { original: string; modified: string }) => boolean,
): Promise<{ original: string; modified: string }> {
  return await waitFor('a diff', async () => {
    const sides = await readDiff(page);
    return fits(sides) ? sides : undefined;
  });
}

async function readLines(page: Page, editor: string): Promise<string> {
  const lines = await page.locator(`${editor} .view-lines .view-line`).evaluateAll((elements) =>
    elements
      .map((element) => ({ top: element.getBoundingClientRect().top, text: element.textContent }))
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text),
  );
  // The editor draws spaces as no-break spaces.
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** Waits until the text on the screen matches, and returns it. */
export async function waitForEditorText(page: Page, pattern: RegExp, timeout?: number): Promise<string> {
  return await waitFor(
    `editor text ${pattern}`,
    async () => {
      const text = await readEditorText(page);
      return pattern.test(text) ? text : undefined;
    },
    timeout,
  );
}

/** Where a text of one line stands in the active editor; waits until it is on the screen. */
export async function findText(page: Page, text: string): Promise<Box> {
  return await waitFor(`the text ${JSON.stringify(text)} in the editor`, async () => {
    const boxes = await page.locator(`${plainEditor} .view-lines .view-line`).evaluateAll((lines, wanted) => {
      return lines.flatMap((line) => {
        const start = line.textContent.replaceAll('\u00a0', ' ').indexOf(wanted);
        if (start < 0) return [];
        const range = document.createRange();
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        let position = 0;
        while (walker.nextNode()) {
          const node = walker.currentNode as Text;
          const [from, to] = [start - position, start + wanted.length - position];
          if (from >= 0 && from < node.length) range.setStart(node, from);
          if (to > 0 && to <= node.length) range.setEnd(node, to);
          position += node.length;
        }
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return [{ left, right, middle: (top + bottom) / 2 }];
      });
    }, text);
    return boxes[0];
  });
}

/** Selects a text of one line as with the mouse: a click before it and a Shift click behind it. */
export async function selectText(page: Page, text: string): Promise<void> {
  const { left, right, middle } = await findText(page, text);
  await page.mouse.click(left + 1, middle);
  await page.keyboard.down('Shift');
  await page.mouse.click(right, middle);
  await page.keyboard.up('Shift');
}

/** Puts the cursor behind a text. */
export async function clickBehind(page: Page, text: string): Promise<void> {
  const { right, middle } = await findText(page, text);
  await page.mouse.click(right, middle);
}

/** Types over a text of one line, and waits until the new one is there. */
export async function replaceText(page: Page, text: string, replacement: string): Promise<void> {
  await selectText(page, text);
  await page.keyboard.type(replacement);
  await waitUntil(`${replacement} in the editor`, async () =>
    (await readEditorText(page)).includes(replacement),
  );
}

/** Presses Ctrl+S. The save has not ended when this returns: see `waitForClean`. */
export async function pressSave(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
}

/** Waits until the active editor has nothing unsaved. */
export async function waitForClean(page: Page, timeout?: number): Promise<void> {
  await waitUntil('a clean tab', async () => !(await isDirty(page)), timeout);
}

/** Whether the active tab shows unsaved changes. */
export async function isDirty(page: Page): Promise<boolean> {
  return (await readTabs(page)).some(({ active, dirty }) => active && dirty);
}

/** Moves the cursor to a line, counted from 1, and scrolls there. */
export async function goToLine(page: Page, line: number): Promise<void> {
  await page.keyboard.press('Control+G');
  await page.locator('.quick-input-widget .quick-input-box input').fill(`:${line}`);
  await page.keyboard.press('Enter');
}

/** Waits until the cursor is in this line, counted from 1, and on the screen; returns the text of the line, trimmed. */
export async function waitForActiveLine(page: Page, line: number): Promise<string> {
  return await waitFor(`the cursor in line ${line}`, async () => {
    const found = await page.locator(plainEditor).evaluateAll((editors) =>
      editors.flatMap((editor) => {
        const number = editor.querySelector('.active-line-number');
        if (number === null) return [];
        const { top, bottom } = number.getBoundingClientRect();
        const text = [...editor.querySelectorAll('.view-lines .view-line')].find((candidate) => {
          const box = candidate.getBoundingClientRect();
          return box.top < (top + bottom) / 2 && (top + bottom) / 2 < box.bottom;
        });
        return [{ number: number.textContent, text: text?.textContent.replaceAll('\u00a0', ' ').trim() }];
      }),
    );
    return found.find(({ number }) => Number(number) === line)?.text;
  });
}
