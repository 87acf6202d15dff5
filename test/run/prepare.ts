import { findPrograms } from '../cluster/binary';
import { provideChromium } from '../e2e/chromium';
import { installVsCode } from '../host/installVsCode';

/** Something that tests need and that is slow to get the first time. */
export type Need = 'control plane' | 'VS Code' | 'Chromium';

/** Gets what is needed where it is not there yet, and shows it. Rejects with a sentence that says what to install. */
export async function prepare(need: Need): Promise<void> {
  switch (need) {
    case 'control plane':
      await findPrograms({
        needed: ['etcd', 'kube-apiserver', 'kubectl', 'kube-controller-manager', 'kube-scheduler', 'kwok'],
        report: (line) => console.log(line),
      });
      return;
    case 'VS Code':
      await installVsCode();
      return;
    case 'Chromium':
      await provideChromium();
  }
}
