"""One bibliography: the papers that are checked here, and the sources of devices and methods.

A reference says what is known of it; a number (DOI or arXiv) stands where it was verified.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rropt.exact import InputError


@dataclass(frozen=True)
class Reference:
    """Who, what, where, when, and a number that finds it."""

    authors: str
    title: str
    venue: str
    year: int
    number: str = ""

    def cited(self) -> str:
        """One line.

        >>> REFERENCES["warner"].cited()[:25]
        'Stanley L. Warner, *Rando'
        """
        line = f"{self.authors}, *{self.title}*, {self.venue}, {self.year}."
        return f"{line} {self.number}".strip()


REFERENCES = {
    "chai-nayak": Reference(
        "Jichong Chai and Tapan K. Nayak",
        "A criterion for privacy protection in data collection and its attainment via randomized "
        "response procedures",
        "Electronic Journal of Statistics",
        2018,
        "Zbl 1412.62015",
    ),
    "holohan": Reference(
        "Naoise Holohan, Douglas J. Leith and Oliver Mason",
        "Optimal Differentially Private Mechanisms for Randomised Response",
        "preprint",
        2016,
        "arXiv:1612.05568",
    ),
    "sun": Reference(
        "She Sun, Li Zhou and Xiaoran Yan",
        "An Improved Christofides Mechanism for Local Differential Privacy Framework",
        "manuscript in the format of PVLDB 16(1)",
        2023,
        "arXiv:2303.00857",
    ),
    "vinterbo": Reference(
        "Staal A. Vinterbo",
        "A Simple Algorithm for Estimating Distribution Parameters from n-Dimensional Randomized "
        "Binary Responses",
        "Information Security (ISC 2018), Lecture Notes in Computer Science 11060",
        2018,
        "doi:10.1007/978-3-319-99136-8_11, arXiv:1803.03981",
    ),
    "ziani": Reference(
        "Juba Ziani",
        "Lectures 3 and 4: The Randomized Response and Laplace Mechanisms",
        "lecture notes",
        2022,
        "no DOI; the notes follow Dwork and Roth, doi:10.1561/0400000042",
    ),
    "warner": Reference(
        "Stanley L. Warner",
        "Randomized Response: A Survey Technique for Eliminating Evasive Answer Bias",
        "Journal of the American Statistical Association 60(309)",
        1965,
    ),
    "greenberg": Reference(
        "Bernard G. Greenberg, Abdel-Latif A. Abul-Ela, Walt R. Simmons and Daniel G. Horvitz",
        "The Unrelated Question Randomized Response Model: Theoretical Framework",
        "Journal of the American Statistical Association 64(326)",
        1969,
    ),
    "boruch": Reference(
        "Robert F. Boruch",
        "Assuring Confidentiality of Responses in Social Research: A Note on Strategies",
        "The American Sociologist 6",
        1971,
    ),
    "moors": Reference(
        "J. J. A. Moors",
        "Optimization of the Unrelated Question Randomized Response Model",
        "Journal of the American Statistical Association 66(335)",
        1971,
    ),
    "kuk": Reference(
        "Anthony Y. C. Kuk", "Asking Sensitive Questions Indirectly", "Biometrika 77(2)", 1990
    ),
    "mangat-singh": Reference(
        "N. S. Mangat and Ravindra Singh",
        "An Alternative Randomized Response Procedure",
        "Biometrika 77(2)",
        1990,
    ),
    "mangat": Reference(
        "N. S. Mangat",
        "An Improved Randomized Response Strategy",
        "Journal of the Royal Statistical Society B 56(1)",
        1994,
    ),
    "christofides": Reference(
        "Tasos C. Christofides", "A Generalized Randomized Response Technique", "Metrika 57", 2003
    ),
    "yu-tian-tang": Reference(
        "Jun-Wu Yu, Guo-Liang Tian and Man-Lai Tang",
        "Two New Models for Survey Sampling with Sensitive Characteristic: Design and Analysis",
        "Metrika 67",
        2008,
    ),
    "blair-imai-zhou": Reference(
        "Graeme Blair, Kosuke Imai and Yang-Yang Zhou",
        "Design and Analysis of the Randomized Response Technique",
        "Journal of the American Statistical Association 110(511)",
        2015,
    ),
    "dwork-roth": Reference(
        "Cynthia Dwork and Aaron Roth",
        "The Algorithmic Foundations of Differential Privacy",
        "Foundations and Trends in Theoretical Computer Science 9(3-4)",
        2014,
        "doi:10.1561/0400000042",
    ),
    "dwork-2006": Reference(
        "Cynthia Dwork, Frank McSherry, Kobbi Nissim and Adam Smith",
        "Calibrating Noise to Sensitivity in Private Data Analysis",
        "Theory of Cryptography (TCC)",
        2006,
        "doi:10.1007/11681878_14",
    ),
    "ghosh": Reference(
        "Arpita Ghosh, Tim Roughgarden and Mukund Sundararajan",
        "Universally Utility-Maximizing Privacy Mechanisms",
        "SIAM Journal on Computing 41(6)",
        2012,
    ),
    "geng-viswanath": Reference(
        "Quan Geng and Pramod Viswanath",
        "The Optimal Noise-Adding Mechanism in Differential Privacy",
        "IEEE Transactions on Information Theory 62(2)",
        2016,
        "doi:10.1109/TIT.2015.2504967",
    ),
    "rappor": Reference(
        "Ulfar Erlingsson, Vasyl Pihur and Aleksandra Korolova",
        "RAPPOR: Randomized Aggregatable Privacy-Preserving Ordinal Response",
        "ACM Conference on Computer and Communications Security",
        2014,
    ),
    "bassily-smith": Reference(
        "Raef Bassily and Adam Smith",
        "Local, Private, Efficient Protocols for Succinct Histograms",
        "ACM Symposium on Theory of Computing",
        2015,
    ),
    "wang-2017": Reference(
        "Tianhao Wang, Jeremiah Blocki, Ninghui Li and Somesh Jha",
        "Locally Differentially Private Protocols for Frequency Estimation",
        "USENIX Security Symposium",
        2017,
    ),
    "kairouz": Reference(
        "Peter Kairouz, Sewoong Oh and Pramod Viswanath",
        "Extremal Mechanisms for Local Differential Privacy",
        "Journal of Machine Learning Research 17",
        2016,
        "jmlr.org/papers/v17/15-135.html",
    ),
    "park-nam-lee": Reference(
        "Hyun-Young Park, Seung-Hyun Nam and Si-Hyeon Lee",
        "Block Design-Based Local Differential Privacy Mechanisms",
        "arXiv",
        2023,
        "arXiv:2305.01261",
    ),
    "feldman-2022": Reference(
        "Vitaly Feldman, Jelani Nelson, Huy Le Nguyen and Kunal Talwar",
        "Private Frequency Estimation via Projective Geometry",
        "International Conference on Machine Learning",
        2022,
        "arXiv:2203.00194",
    ),
    "balle-2019": Reference(
        "Borja Balle, James Bell, Adrià Gascón and Kobbi Nissim",
        "The Privacy Blanket of the Shuffle Model",
        "CRYPTO",
        2019,
        "arXiv:1903.02837",
    ),
    "ye-barg": Reference(
        "Min Ye and Alexander Barg",
        "Optimal Schemes for Discrete Distribution Estimation Under Locally Differential Privacy",
        "IEEE Transactions on Information Theory 64(8)",
        2018,
        "arXiv:1702.00610",
    ),
    "hadamard": Reference(
        "Jayadev Acharya, Ziteng Sun and Huanyu Zhang",
        "Hadamard Response: Estimating Distributions Privately, Efficiently, and with Little "
        "Communication",
        "AISTATS",
        2019,
    ),
    "duchi": Reference(
        "John C. Duchi, Michael I. Jordan and Martin J. Wainwright",
        "Minimax Optimal Procedures for Locally Private Estimation",
        "Journal of the American Statistical Association 113(521)",
        2018,
        "doi:10.1080/01621459.2017.1389735",
    ),
    "wang-2019": Reference(
        "Ning Wang and others",
        "Collecting and Analyzing Multidimensional Data with Local Differential Privacy",
        "IEEE International Conference on Data Engineering",
        2019,
        "doi:10.1109/ICDE.2019.00063, arXiv:1907.00782",
    ),
    "one-bit": Reference(
        "Bolin Ding, Janardhan Kulkarni and Sergey Yekhanin",
        "Collecting Telemetry Data Privately",
        "Advances in Neural Information Processing Systems",
        2017,
        "arXiv:1712.01524",
    ),
    "square-wave": Reference(
        "Zitao Li and others",
        "Estimating Numerical Distributions under Local Differential Privacy",
        "ACM SIGMOD",
        2020,
        "doi:10.1145/3318464.3389700, arXiv:1912.01051",
    ),
    "zheng": Reference(
        "Ye Zheng, Sumita Mishra and Yidan Hu",
        "Optimal Piecewise-based Mechanism for Collecting Bounded Numerical Data under Local "
        "Differential Privacy",
        "Proceedings on Privacy Enhancing Technologies",
        2025,
        "arXiv:2505.15483",
    ),
    "blackwell": Reference(
        "David Blackwell",
        "Equivalent Comparisons of Experiments",
        "Annals of Mathematical Statistics 24(2)",
        1953,
    ),
    "dong-roth-su": Reference(
        "Jinshuo Dong, Aaron Roth and Weijie J. Su",
        "Gaussian Differential Privacy",
        "Journal of the Royal Statistical Society B 84(1)",
        2022,
        "arXiv:1905.02383",
    ),
    "rropt": Reference("the rropt authors", "rropt", "version 0.2.0", 2026),
}
"""Key to reference; the five papers under the names that their statements bear."""

DEVICE_SOURCES = {
    "binary_local_hashing": "bassily-smith",
    "block_design": "park-nam-lee",
    "christofides": "christofides",
    "crosswise": "yu-tian-tang",
    "discrete_staircase": "geng-viswanath",
    "duchi": "duchi",
    "forced_response": "boruch",
    "four_answer": "rropt",
    "geometric": "ghosh",
    "hadamard_response": "hadamard",
    "hybrid_mechanism": "wang-2019",
    "improved_christofides": "sun",
    "k_ary": "kairouz",
    "kuk": "kuk",
    "laplace": "dwork-2006",
    "laplace_numbers": "dwork-2006",
    "local_hashing": "wang-2017",
    "mangat": "mangat",
    "mangat_singh": "mangat-singh",
    "mirrored_question": "blair-imai-zhou",
    "disguised_response": "blair-imai-zhou",
    "moors": "moors",
    "one_bit_mean": "one-bit",
    "optimal_piecewise": "zheng",
    "optimized_unary": "wang-2017",
    "piecewise_mechanism": "wang-2019",
    "polychotomous_forced_response": "boruch",
    "projective_geometry": "feldman-2022",
    "rappor": "rappor",
    "rappor_instantaneous": "rappor",
    "rappor_permanent": "rappor",
    "square_wave": "square-wave",
    "staircase": "geng-viswanath",
    "staircase_family": "kairouz",
    "staircase_numbers": "geng-viswanath",
    "subset_selection": "ye-barg",
    "symmetric_unary": "rappor",
    "triangular": "yu-tian-tang",
    "truncated_geometric": "ghosh",
    "two_coin": "dwork-roth",
    "unrelated_question": "greenberg",
    "unrelated_two_samples": "greenberg",
    "unrelated_uniform": "greenberg",
    "warner": "warner",
}
"""Where a device is from, or where it is best described."""


def cite(about: Any = "rropt") -> str:
    """How to cite a paper, a device of the catalogue, or rropt itself, in one line.

    >>> cite("kuk")
    'Anthony Y. C. Kuk, *Asking Sensitive Questions Indirectly*, Biometrika 77(2), 1990.'
    >>> cite("crosswise")[:11]
    'Jun-Wu Yu, '
    """
    name = str(getattr(about, "name", about)).strip()
    word = name.lower().replace("_", "-")
    key = DEVICE_SOURCES.get(word.replace("-", "_"), word)
    if key not in REFERENCES:
        known = ", ".join(sorted(REFERENCES))
        raise InputError(f"about must be a device or one of {known}; got {name[:60]!r}")
    return REFERENCES[key].cited()
