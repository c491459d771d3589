"""Which settings retrieve best: measured on documents and questions of one's own.

Names for users; what they do is in the files beside this one.
"""

from __future__ import annotations

from marksplit._optional import require

require("numpy", "eval")

from marksplit.evaluation.baselines import BASELINES, baseline, installed_baselines
from marksplit.evaluation.cache import EmbeddingCache, user_cache
from marksplit.evaluation.metrics import METRICS, Passage
from marksplit.evaluation.pool import EvaluationError
from marksplit.evaluation.questions import Document, Question, QuestionError, read_questions
from marksplit.evaluation.report import build_report
from marksplit.evaluation.results import (
    Estimate,
    Evaluation,
    RetrieverResult,
    Scores,
    SettingResult,
)
from marksplit.evaluation.retrievers import RETRIEVERS
from marksplit.evaluation.run import evaluate
from marksplit.evaluation.settings import (
    CONTEXT,
    Piece,
    Setting,
    marksplit_grid,
    marksplit_setting,
)
from marksplit.evaluation.suggestion import Suggestion, suggest
from marksplit.evaluation.summary import summary

__all__ = [
    "BASELINES",
    "CONTEXT",
    "METRICS",
    "RETRIEVERS",
    "Document",
    "EmbeddingCache",
    "Estimate",
    "Evaluation",
    "EvaluationError",
    "Passage",
    "Piece",
    "Question",
    "QuestionError",
    "RetrieverResult",
    "Scores",
    "Setting",
    "SettingResult",
    "Suggestion",
    "baseline",
    "build_report",
    "evaluate",
    "installed_baselines",
    "marksplit_grid",
    "marksplit_setting",
    "read_questions",
    "suggest",
    "summary",
    "user_cache",
]
